import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import jwt from 'jsonwebtoken'
import { apiOf } from './support/api-client.ts'
import { settled, systemOf, withDatabases } from './support/system-databases.ts'

let world: World
let visit: (path: string, cookie?: string) => Promise<{ status: number; text: string; headers: Headers }>
/** The sites by their names: two have the space, one of them for visitors with a token only. */
const sites = ['open', 'closed', 'other'] as const
let spaceId: string
/** Signs the tokens of visitors of the closed site. */
let visitorKey: string
let revision: string

beforeAll(async () => {
  world = await createWorld()
  const gateway = world.gateways[0] ?? ''
  const { token } = await world.person('ada@example.com', 'Ada')
  const api = apiOf(gateway)
  const organizationId = (await api.made('createOrganization', token, { body: { title: 'Acme' } })).id
  const made = (operation: string, params: object, body: object, query?: Record<string, string>) =>
    api.made(operation, token, { params: { organizationId, ...params }, body, query })
  spaceId = (await made('createSpace', {}, { title: 'Manual' })).id
  const edit = async (changes: object[]) => {
    const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, {})
    const params = { spaceId, changeRequestId }
    const answer = await made('updateChangeRequestContent', params, { changes }, { compat: 'false' })
    return { params, changes: answer.changes as { page: { id: string } }[] }
  }
  const page = (title: string, markdown: string, more: object = {}) => ({
    ...{ operation: 'insert_page', title, document: { markdown }, ...more },
  })
  const first = await edit([page('Start', 'Live words.'), page('Next', 'More.')])
  await made('mergeChangeRequest', first.params, {})
  const start = first.changes[0]?.page.id
  const staff = { condition: 'visitor.claims.staff' }
  const { params } = await edit([
    { operation: 'update_page', page: start, document: { markdown: 'Proposed words.' } },
    page('Staff', 'Private words.', staff),
    page('Mixed', 'Everybody.\n\n{% if visitor.claims.staff %}\n\nPrivate words.\n\n{% endif %}\n'),
  ])
  revision = (await api.made('getChangeRequestById', token, { params })).revision
  const { id: elsewhere } = await made('createSpace', {}, { title: 'Elsewhere' })
  for (const name of sites) {
    const { id: siteId } = await made(
      'createSite',
      {},
      { title: name, spaces: [name === 'other' ? elsewhere : spaceId] },
    )
    await made(
      'updateSiteById',
      { siteId },
      { basename: name, visibility: name === 'closed' ? 'visitor-auth' : 'public' },
    )
    await made('publishSite', { siteId }, {})
    if (name === 'closed')
      visitorKey = (await api.made('getSitePublishingAuthById', token, { params: { organizationId, siteId } }))
        .privateKey
  }
  const branch = { url: 'https://git.quire.test/docs.git', ref: 'main', host: 'github', direction: 'import' }
  await api.made('setSpaceGitSync', token, { params: { spaceId }, body: { ...branch, previewExternalBranches: true } })
  visit = async (path, cookie = '') => {
    const answer = await fetch(`${gateway}/sites/${path}`, { redirect: 'manual', headers: { cookie } })
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  await settled(systemOf(world))
}, 60_000)
afterAll(() => world?.close())

/** Makes a preview of the revision as if its pull request had been imported; returns its key. */
async function previewed(endsAt = "now() + interval '1 day'"): Promise<string> {
  const key = randomBytes(24).toString('base64url')
  await withDatabases(systemOf(world), ({ content }) =>
    content.query(
      `insert into git_preview (id, space_id, number, source_ref, key, key_hash, state, wishes, seen, revision, account,
         origin, next_at, ends_at, created_at, updated_at)
       values ($1, $2, $3, 'refs/pull/7/head', 'sealed', $4, 'ready', 1, 1, $5, '', '', now(), ${endsAt}, now(), now())`,
      [
        key,
        spaceId,
        Math.floor(Math.random() * 2 ** 30),
        createHash('sha256').update(key).digest('base64url'),
        revision,
      ],
    ),
  )
  return key
}
const end = (key: string) =>
  withDatabases(systemOf(world), ({ content }) => content.query('delete from git_preview where id = $1', [key]))

test('the address of a preview shows the site with the content of the pull request, and its links stay there', async () => {
  const key = await previewed()
  const base = `open/-/pull/${key}`
  const { status, text, headers } = await visit(base)
  expect([status, text.includes('Proposed words.'), text.includes('Live words.')]).toEqual([200, true, false])
  expect(text).toContain('<strong>Preview</strong>')
  expect(text).toContain(`href="/sites/${base}/next"`)
  expect([headers.get('cache-control'), text.includes('noindex')]).toEqual(['private, no-cache', true])
  expect((await visit(`${base}/next`)).text).toContain('More.')
  expect((await visit(`${base}/start.md`)).text).toContain('Proposed words.')
  // Nothing of it is at the site's own addresses, before or after.
  for (const path of ['open', 'open/start', 'open/mixed', 'open/start.md'])
    expect([path, (await visit(path)).text.includes('Proposed words.')]).toEqual([path, false])
})

test('a preview shows a visitor what the site would show them, and no private page of the pull request', async () => {
  const key = await previewed()
  for (const path of ['', '/staff', '/staff.md', '/mixed', '/mixed.md', '/llms-full.txt', '/sitemap.xml']) {
    const { text } = await visit(`open/-/pull/${key}${path}`)
    expect([path, text.includes('Private words.'), text.includes('>Staff<')]).toEqual([path, false, false])
  }
  expect((await visit(`open/-/pull/${key}/mixed`)).text).toContain('Everybody.')
  expect((await visit(`open/-/pull/${key}/staff`)).status).toBe(404)
})

test('a site for others, a site without the space, and a key that nobody made open nothing', async () => {
  const key = await previewed()
  for (const path of [
    `closed/-/pull/${key}`,
    `closed/-/pull/${key}/start`,
    `other/-/pull/${key}`,
    `other/-/pull/${key}/start`,
  ])
    expect([path, (await visit(path)).text.includes('words.')]).toEqual([path, false])
  for (const wrong of ['x', randomBytes(24).toString('base64url'), `${key}x`, key.slice(1)])
    expect([wrong, (await visit(`open/-/pull/${wrong}`)).status]).toEqual([wrong, 404])
})

test('who may read a site for others reads its previews too, with what their claims admit them to', async () => {
  const path = `closed/-/pull/${await previewed()}`
  const readAs = async (claims: object) => {
    const token = jwt.sign(claims, visitorKey, { algorithm: 'HS256', expiresIn: '1h' })
    const { status, headers } = await visit(`${path}?jwt_token=${token}`)
    expect(status).toBe(303)
    const cookie = headers.get('set-cookie')?.split(';')[0]
    return [(await visit(path, cookie)).text, (await visit(`${path}/mixed`, cookie)).text]
  }
  for (const [claims, seesAll] of [
    [{ seat: 1 }, false],
    [{ staff: true }, true],
  ] as const) {
    const [start, mixed] = await readAs(claims)
    expect([start?.includes('Proposed words.'), mixed?.includes('Private words.')]).toEqual([true, seesAll])
  }
})

test('a preview ends at once with its pull request, and after its time', async () => {
  const key = await previewed()
  expect((await visit(`open/-/pull/${key}`)).status).toBe(200)
  await end(key)
  for (const path of ['', '/start', '/start.md']) {
    const { status, text } = await visit(`open/-/pull/${key}${path}`)
    expect([path, status, text.includes('Proposed words.')]).toEqual([path, 404, false])
  }
  const late = await previewed("now() - interval '1 minute'")
  expect((await visit(`open/-/pull/${late}`)).status).toBe(404)
})

test('at a host of the site the preview is at that host, with its key in every link', async () => {
  const key = await previewed()
  await withDatabases(systemOf(world), ({ sites: database }) =>
    database.query("update site set hostname = 'docs.acme.io' where basename = 'open'"),
  )
  const at = async (path: string) => {
    const { hostname, port } = new URL(world.gateways[0] ?? '')
    const sent = request({ hostname, port, path, headers: { Host: 'docs.acme.io' } }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, text: await text(answer) }
  }
  const page = await at(`/-/pull/${key}`)
  expect([page.status, page.text.includes('Proposed words.')]).toEqual([200, true])
  expect(page.text).toContain(`href="/-/pull/${key}/next"`)
  expect((await at('/')).text).toContain('Live words.')
})
