import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { siteOperations } from '@quire/contracts'
import { acme, publicUrl, startWorld, type World } from '../world.ts'

let world: World
/** Requests to content; the same idempotency key gets the same space. */
const asked: { url: string | undefined; key: unknown; body: unknown }[] = []
const content = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const { url, headers } = request
  asked.push({ url, key: headers['idempotency-key'], body: JSON.parse(text) })
  response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"id":"fresh","title":"Handbook"}')
})

beforeAll(async () => {
  await new Promise<void>((resolve) => content.listen(0, '127.0.0.1', resolve))
  world = await startWorld({ CONTENT_URL: `http://127.0.0.1:${(content.address() as AddressInfo).port}` })
})
beforeEach(() => {
  asked.length = 0
})
afterAll(async () => {
  await world.test.stop()
  content.close()
})

test('a site made with nothing said is a public basic one, not published and empty', async () => {
  const { status, body } = await world.send('createSite', { body: {} })
  expect(status).toBe(201)
  const location = `${publicUrl}/v1/orgs/${acme}/sites/${body.id}`
  expect(body).toEqual({
    object: 'site',
    id: expect.any(String),
    type: 'basic',
    appliedType: 'basic',
    title: 'Untitled',
    visibility: 'public',
    defaultLevel: 'inherit',
    permissions: {
      view: true,
      access: true,
      edit: true,
      create: true,
      admin: false,
      installIntegration: false,
      viewAdaptiveSchema: true,
      editAdaptiveSchema: true,
    },
    published: false,
    siteSpaces: 0,
    createdAt: expect.any(String),
    agentsContext: 'included',
    ads: { status: 'pending', submittable: true },
    features: [],
    urls: { location, app: location, preview: `${location}/publishing/preview` },
  })
  expect((await world.send('getSiteById', { params: { siteId: body.id } })).body).toEqual(body)
})

test('the permissions on a site say what the caller may do there', async () => {
  const { body } = await world.send('createSite', { body: {} })
  const permissionsOf = async (as: string) => {
    const { permissions } = (await world.send('getSiteById', { as, params: { siteId: body.id } })).body
    return Object.keys(permissions).filter((name) => permissions[name])
  }
  const reads = ['view', 'access', 'viewAdaptiveSchema']
  expect((await permissionsOf('rex')).toSorted()).toEqual(reads.toSorted())
  expect((await permissionsOf('ada')).toSorted()).toEqual(
    [...reads, 'edit', 'create', 'admin', 'editAdaptiveSchema', 'installIntegration'].toSorted(),
  )
  const { items } = (await world.send('listSites', { as: 'rex' })).body
  expect(items.every(({ permissions }: { permissions: { edit: boolean } }) => !permissions.edit)).toBe(true)
})

test('the spaces named go on the site in their order, each told as an event, the first one its default', async () => {
  let siteId = ''
  const events = await world.test.eventsDuring(async () => {
    const site = await world.makeSite({ title: 'Docs', spaces: ['guide', 'manual'] })
    expect(site.siteSpaces).toBe(2)
    siteId = site.id
  })
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['sites.site.saved.v1', expect.objectContaining({ id: siteId, address: `${publicUrl}/sites/${siteId}` })],
    ['sites.site-space.saved.v1', expect.objectContaining({ siteId, spaceId: 'guide', path: 'guide' })],
    ['sites.site-space.saved.v1', expect.objectContaining({ siteId, spaceId: 'manual', path: 'manual' })],
  ])
  const shown = await world.siteSpaces(siteId)
  expect(shown.map((one) => [one.space.id, one.default])).toEqual([
    ['guide', true],
    ['manual', false],
  ])
})

test.each([
  [404, 'is not there', 'nowhere'],
  [404, 'is another organization’s', 'foreign'],
  [404, 'is hidden from the caller', 'hidden'],
  [403, 'the caller may only read', 'shelf'],
])('%i, naming the field, where one of the spaces %s; and no site is made', async (status, _, id) => {
  const before = (await world.send('listSites')).body.count
  const answer = await world.send('createSite', { body: { spaces: ['manual', id] } })
  expect(answer.status).toBe(status)
  expect(answer.body.error.message).toContain('body.spaces.1')
  expect((await world.send('listSites')).body.count).toBe(before)
})

test('a deleted space is not there to be put on a site', async () => {
  await world.deleteSpace('notes')
  expect((await world.send('createSite', { body: { spaces: ['notes'] } })).status).toBe(404)
  await world.deleteSpace('notes', false)
  expect((await world.send('createSite', { body: { spaces: ['notes'] } })).status).toBe(201)
})

test.each([
  ['a title that is too short', { title: 'x' }, 'body.title'],
  ['a type that does not exist', { type: 'gold' }, 'body.type'],
  ['a visibility that does not exist', { visibility: 'secret' }, 'body.visibility'],
  ['a space named twice', { spaces: ['manual', 'manual'] }, 'body.spaces.1'],
])('%s is refused with 400', async (_, body, field) => {
  const answer = await world.send('createSite', { body })
  expect(answer.status).toBe(400)
  expect(answer.body.error.message).toContain(field)
})

test('only who may create in the organization makes sites, and strangers do not even see it', async () => {
  const statuses = ['rex', 'gus', 'olga'].map((as) => world.send('createSite', { as, body: {} }))
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([403, 403, 404])
  const unsigned = { as: undefined, params: { organizationId: acme }, body: {} }
  expect((await world.test.call(siteOperations.createSite, unsigned)).status).toBe(401)
})

test('`new` has content make the space on the caller’s behalf, once for every idempotency key', async () => {
  const body = { title: 'Handbook', spaces: 'new' }
  const input = { body, headers: { 'Idempotency-Key': 'one' }, calls: { createSpace: 'principal' } }
  const first = await world.send('createSite', input)
  expect([first.status, first.body.siteSpaces]).toEqual([201, 1])
  expect((await world.send('createSite', input)).body).toEqual(first.body)
  expect(asked).toEqual([{ url: `/v1/orgs/${acme}/spaces`, key: expect.any(String), body: { title: 'Handbook' } }])
})

test('a title longer than a space’s may be is kept for the site alone', async () => {
  const title = 'A very long title of a site that no space could have as its own'
  const calls = { createSpace: 'principal' }
  const answer = await world.send('createSite', { body: { title, spaces: 'new' }, calls })
  expect([answer.status, answer.body.title, asked.at(-1)?.body]).toEqual([201, title, {}])
})
