import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { maskedHeader, mcpServerOperations } from '@quire/contracts'
import { acme, publicUrl, startWorld, type World } from '../world.ts'

let world: World
let siteId: string
beforeAll(async () => {
  world = await startWorld()
  siteId = (await world.makeSite()).id
})
afterAll(() => world.test.stop())

const secret = 'Bearer 0123-secret'
const server = {
  name: 'Tools',
  url: 'https://mcp.example.com/sse',
  transport: 'sse',
  headers: { Authorization: secret },
}

const create = (body: object, as = 'ada') => world.send('createSiteMcpServer', { as, params: { siteId }, body })
const made = async (body: object = server) => String((await create(body)).body.id)
const on = (id: string) => ({ siteId, siteMcpServerId: id })
const get = (id: string, as = 'ada') => world.send('getSiteMcpServerById', { as, params: on(id) })
const change = (id: string, body: object, as = 'ada') =>
  world.send('updateSiteMcpServerById', { as, params: on(id), body })
const remove = (id: string, as = 'ada') => world.send('deleteSiteMcpServerById', { as, params: on(id) })

test('a server is made, listed, changed and removed; what is absent stays', async () => {
  const { status, body } = await create(server)
  const location = `${publicUrl}/v1/orgs/${acme}/sites/${siteId}/mcp-servers/${body.id}`
  expect([status, body]).toEqual([201, { object: 'site-mcp-server', id: body.id, ...server, urls: { location } }])
  expect((await get(body.id)).body).toEqual(body)
  expect((await change(body.id, { name: 'More tools' })).body).toEqual({ ...body, name: 'More tools' })
  const second = await create({ name: 'Bare', url: 'https://mcp.example.com/' })
  expect(second.body).toMatchObject({ transport: 'sse', headers: {} })
  expect((await change(second.body.id, { transport: 'http' })).body).toEqual({ ...second.body, transport: 'http' })
  expect((await change(second.body.id, { transport: 'stdio' })).status).toBe(400)
  const { items, count } = (await world.send('listSiteMcpServers', { as: 'ada', params: { siteId } })).body
  expect([count, items.map(({ name }: { name: string }) => name)]).toEqual([2, ['More tools', 'Bare']])
  expect([(await remove(body.id)).status, (await remove(body.id)).status]).toEqual([205, 204])
  expect((await get(body.id)).status).toBe(404)
})

test('a read-only token of an administrator sees which headers there are, and none of their values', async () => {
  const as = { userId: 'ada', kind: 'user', scope: 'read' } as const
  const params = on(await made())
  const answers = [
    await world.test.call(mcpServerOperations.getSiteMcpServerById, {
      as,
      params: { organizationId: acme, ...params },
    }),
    await world.test.call(mcpServerOperations.listSiteMcpServers, { as, params: { organizationId: acme, siteId } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(JSON.stringify(answers)).toContain('Authorization')
  expect(JSON.stringify(answers)).not.toContain('0123-secret')
})

test('only administrators read values of headers; others see which there are, and send the mask back to keep them', async () => {
  const id = await made({ ...server, headers: { Authorization: secret, 'X-Team': 'docs' } })
  const masked = { Authorization: maskedHeader, 'X-Team': maskedHeader }
  expect((await get(id, 'rex')).body.headers).toEqual(masked)
  const listed = await world.send('listSiteMcpServers', { as: 'cleo', params: { siteId } })
  expect(JSON.stringify(listed.body)).not.toContain('0123-secret')
  const answer = await change(id, { name: 'Ours', headers: { authorization: maskedHeader, 'X-New': 'fresh' } }, 'cleo')
  expect(answer.body.headers).toEqual({ authorization: maskedHeader, 'X-New': maskedHeader })
  expect((await get(id)).body.headers).toEqual({ authorization: secret, 'X-New': 'fresh' })
  expect((await change(id, { headers: { 'X-Other': maskedHeader } })).body.error.message).toMatch(
    /^body\.headers\.X-Other:/,
  )
})

test('who may not read the values cannot have them sent elsewhere', async () => {
  const id = await made()
  const url = 'https://evil.example.com/'
  for (const body of [{ url }, { url, headers: { Authorization: maskedHeader } }])
    expect((await change(id, body, 'cleo')).status).toBe(403)
  expect((await get(id)).body).toMatchObject(server)
  expect((await change(id, { url: server.url, name: 'Same' }, 'cleo')).status).toBe(200)
  expect((await change(id, { url, headers: { Authorization: 'theirs' } }, 'cleo')).status).toBe(200)
  expect((await change(id, { url: server.url })).body.headers).toEqual({ Authorization: 'theirs' })
})

test('the database holds no value of a header, nor do events and idempotency keys', async () => {
  const events = await world.test.eventsDuring(async () => {
    const input = { as: 'ada', params: { siteId }, body: server, headers: { 'Idempotency-Key': 'one' } }
    expect((await world.send('createSiteMcpServer', input)).status).toBe(201)
  })
  const sql = world.test.service.foundation.database.em.fork().getConnection()
  const kept = await sql.execute(
    'select s::text as row from site_mcp_server s union all select k::text from idempotency_key k',
  )
  expect(kept.length).toBeGreaterThan(0)
  expect(JSON.stringify([kept, events])).not.toContain('0123-secret')
})

test('a site has twenty servers at most', async () => {
  const { id } = await world.makeSite()
  const add = () => world.send('createSiteMcpServer', { params: { siteId: id }, body: server })
  const statuses = (await Promise.all(Array.from({ length: 21 }, add))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([...Array(20).fill(201), 409])
})

test.each([
  [{ url: 'ftp://example.com' }, 'body.url'],
  [{ url: 'https://ada:secret@example.com/' }, 'body.url'],
  [{ headers: { 'No Token': 'x' } }, 'body.headers'],
  [{ headers: { 'X-A': 'a\r\nX-B: b' } }, 'body.headers.X-A'],
  [{ headers: { 'X-A': 'x'.repeat(513) } }, 'body.headers.X-A'],
  [{ headers: { 'X-A': 'a', 'x-a': 'b' } }, 'body.headers.x-a'],
  [{ headers: { Host: 'inside' } }, 'body.headers.Host'],
  [{ headers: { 'X-A': maskedHeader } }, 'body.headers.X-A'],
  [{ headers: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-${n}`, 'x'])) }, 'body.headers'],
])('%j is refused by its place', async (body, field) => {
  const answer = await create({ ...server, ...body })
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(field)])
})

test('who may not change the site changes nothing, and a server of another site is not there', async () => {
  const id = await made()
  expect((await create(server, 'rex')).status).toBe(403)
  expect([(await change(id, {}, 'rex')).status, (await remove(id, 'rex')).status]).toEqual([403, 403])
  for (const stranger of ['gus', 'olga']) expect([stranger, (await get(id, stranger)).status]).toEqual([stranger, 404])
  const other = { siteId: (await world.makeSite()).id, siteMcpServerId: id }
  expect((await world.send('getSiteMcpServerById', { params: other })).status).toBe(404)
  expect((await world.send('updateSiteMcpServerById', { params: other, body: {} })).status).toBe(404)
  expect((await world.send('deleteSiteMcpServerById', { params: other })).status).toBe(204)
  expect((await get(id)).body).toMatchObject(server)
})
