import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { ImportContentSource } from 'gitbook-api'
import { apiOf } from './support/api.ts'
import { serveArchive } from './support/archives.ts'
import { clientsOf, inTurn } from './support/clients.ts'
import { settled, systemOf } from './support/system.ts'

const archive = {
  'SUMMARY.md':
    '* [Home](README.md)\n* [Guides](guides/README.md)\n  * [Größe & Hals](guides/größe.md)\n* [Secret](secret.md)\n* [Elsewhere](https://example.com/)\n',
  'README.md': '---\ndescription: Where it "begins"\n---\n\n# Home\n\nWelcome to zebras. [Large](guides/größe.md)\n',
  'guides/README.md': '# Guides\n\nAll guides.\n',
  'guides/größe.md':
    '# Größe & Hals\n\nHow large giraffes are. ![dot](../.gitbook/assets/dot.txt)\n\n## Necks\n\nLong.\n',
  'secret.md': '---\nhidden: true\n---\n\n# Secret\n\nNobody finds the unicorn.\n',
  '.gitbook/assets/dot.txt': 'dot',
}

let source: Awaited<ReturnType<typeof serveArchive>>
let world: World
let change: (operation: string, body?: object) => Promise<unknown>
let siteId: string
let spaceId: string
/** Asks as a browser does: with no token, and with whatever headers. */
const visit = (path: string, { headers, ...init }: RequestInit = {}) =>
  fetch(`${world.gateways[0]}${path}`, {
    redirect: 'manual',
    headers: { 'accept-encoding': 'identity', ...headers },
    ...init,
  })
const textAt = async (path: string) => (await visit(path)).text()

beforeAll(async () => {
  source = await serveArchive(archive)
  world = await createWorld({ env: { OUTBOUND_ALLOW: source.allow } })
  const ada = await world.person('ada@example.com', 'Ada')
  const { made } = apiOf(world.gateways[0] ?? '')
  const { api: client } = clientsOf(ada, inTurn(world.gateways))
  const organizationId = (await made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
  spaceId = (await client.orgs.createSpace(organizationId, { title: 'Animals' })).data.id
  await client.spaces.importContent(spaceId, { source: ImportContentSource.Zip, url: source.url })
  siteId = (await client.orgs.createSite(organizationId, { title: 'Zoo <docs>', spaces: [spaceId] })).data.id
  change = (operation, body) => made(operation, ada.token, { params: { organizationId, siteId }, body })
  await change('updateSiteById', { basename: 'zoo', visibility: 'public' })
  await change('publishSite')
  await settled(systemOf(world))
})
afterAll(async () => {
  await world?.close()
  await source?.close()
})

test('a published site is read at its basename and at its id, complete and escaped', async () => {
  const answer = await visit('/sites/zoo')
  const page = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page).toContain('<title>Home | Zoo &lt;docs&gt;</title>')
  expect(page).toContain('content="Where it &quot;begins&quot;"')
  expect(page).toContain('Größe &amp; Hals')
  expect(page).toMatch(/<a href="\/sites\/zoo"[^>]* aria-current="page">/)
  expect(page).not.toContain('Secret')
  expect((await visit(`/sites/${siteId}/`)).status).toBe(200)
  expect((await visit('/sites/zoo', { method: 'HEAD' })).headers.get('content-length')).toBe(
    `${Buffer.byteLength(page)}`,
  )
})

test('a page has its place: path above it, neighbours, headings; a group leads to its first page', async () => {
  const page = await textAt('/sites/zoo/guides/gr%C3%B6%C3%9Fe')
  expect(page).toContain('How large giraffes are.')
  expect(page).toMatch(/rel="prev" href="\/sites\/zoo\/guides"/)
})

test('no page runs what a text brings along, and its policy names the only script', async () => {
  const answer = await visit('/sites/zoo')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+' 'strict-dynamic'; style-src 'self' 'sha256-[^']+';/,
  )
  expect(policy).not.toMatch(/unsafe|\*|https:/)
  const [, script = ''] = /data-src="([^"]+)"/.exec(await answer.text()) ?? []
  const asset = await visit(script, { headers: { 'accept-encoding': 'br' } })
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(Number(asset.headers.get('content-length'))).toBeLessThan(20_000)
  expect((await visit('/sites/-/assets/unknown.js')).status).toBe(404)
})

test('a reader who has the page is not sent it again, until it changes', async () => {
  const { headers } = await visit('/sites/zoo/guides')
  const etag = headers.get('etag') ?? ''
  expect(headers.get('cache-control')).toBe('public, no-cache')
  expect((await visit('/sites/zoo/guides', { headers: { 'if-none-match': etag } })).status).toBe(304)
  await change('updateSiteById', { title: 'Zoo <book>' })
  const changed = await visit('/sites/zoo/guides', { headers: { 'if-none-match': etag } })
  expect([changed.status, (await changed.text()).includes('Zoo &lt;book&gt;')]).toEqual([200, true])
})

test('a search finds what the reader may see, as data and as a page', async () => {
  const found = await (await visit('/sites/zoo/-/search.json?q=giraffe')).json()
  expect(found).toMatchObject({
    results: [{ title: 'Größe & Hals', href: '/sites/zoo/guides/gr%C3%B6%C3%9Fe', trail: ['Guides'] }],
  })
  expect(await textAt('/sites/zoo/-/search?q=giraffe')).toContain('href="/sites/zoo/guides/gr%C3%B6%C3%9Fe"')
  expect(await (await visit('/sites/zoo/-/search.json?q=unicorn')).json()).toEqual({ results: [] })
  expect((await visit('/sites/zoo/-/search?q=')).status).toBe(200)
})

test('programs read markdown, lists of pages and addresses', async () => {
  expect(await textAt('/sites/zoo/guides/gr%C3%B6%C3%9Fe.md')).toContain(
    `](http://quire.test/sites/zoo/-/files/${spaceId}/`,
  )
  expect(await textAt('/sites/zoo/llms.txt')).toContain('- [Guides](http://quire.test/sites/zoo/guides.md)\n')
  const full = await textAt('/sites/zoo/llms-full.txt')
  expect(full).toContain('Welcome to zebras. [Large](http://quire.test/sites/zoo/guides/gr%C3%B6%C3%9Fe)')
  expect(full).not.toContain('unicorn')
  expect(await textAt('/sites/zoo/sitemap.xml')).toContain('<loc>http://quire.test/sites/zoo/guides</loc>')
  expect(await textAt('/sites/zoo/robots.txt')).toContain('Sitemap: http://quire.test/sites/zoo/sitemap.xml')
})

test('a file keeps its address and leads to its bytes; one of another space does not', async () => {
  const [, address = ''] =
    /\((http[^)]+\/-\/files\/[^)]+)\)/.exec(await textAt('/sites/zoo/guides/gr%C3%B6%C3%9Fe.md')) ?? []
  const answer = await visit(new URL(address).pathname)
  expect(answer.status).toBe(302)
  const location = new URL(answer.headers.get('location') ?? '')
  expect(await textAt(location.pathname)).toBe('dot')
  expect((await visit(new URL(address).pathname.replace(spaceId, 'other'))).status).toBe(404)
})

test('a page that is not there says so, with others that its address may mean', async () => {
  const answer = await visit('/sites/zoo/old/giraffes')
  const page = await answer.text()
  expect([answer.status, page.includes('<meta name="robots" content="noindex">')]).toEqual([404, true])
  expect(page).toContain('href="/sites/zoo/guides/gr%C3%B6%C3%9Fe"')
})

test('a token is no way in, other methods are none, and what is not public is not there', async () => {
  expect((await visit('/sites/zoo', { headers: { authorization: 'Bearer nonsense' } })).status).toBe(200)
  expect((await visit('/sites/zoo', { method: 'POST' })).status).toBe(405)
  expect((await visit('/sites/unknown')).status).toBe(404)
  expect((await visit('/sites/zoo/..%2fother')).status).toBe(400)
  await change('updateSiteById', { visibility: 'unlisted' })
  expect(await textAt('/sites/zoo')).toContain('<meta name="robots" content="noindex">')
  expect((await visit('/sites/zoo/sitemap.xml')).status).toBe(404)
  await change('updateSiteById', { visibility: 'share-link' })
  const closed = ['', '/guides', '/guides.md', '/llms.txt', '/-/search.json?q=giraffe', '/robots.txt']
  for (const path of closed) expect((await visit(`/sites/zoo${path}`)).status).toBe(404)
  await change('updateSiteById', { visibility: 'public' })
  await change('unpublishSite')
  expect((await visit('/sites/zoo')).status).toBe(404)
})
