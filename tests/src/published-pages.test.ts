import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { ImportContentSource } from 'gitbook-api'
import jwt from 'jsonwebtoken'
import { apiOf } from './support/api-client.ts'
import { serveArchive } from './support/archives.ts'
import { clientsOf, inTurn } from './support/clients.ts'
import { settled, systemOf } from './support/system-databases.ts'

const archive = {
  'SUMMARY.md':
    '* [Home](README.md)\n* [Guides](guides/README.md)\n  * [Größe & Hals](guides/größe.md)\n* [Secret](secret.md)\n* [Elsewhere](https://example.com/)\n',
  'README.md': '---\ndescription: Where it "begins"\n---\n\n# Home\n\nWelcome to zebras. [Large](guides/größe.md)\n',
  'guides/README.md': '# Guides\n\nAll guides.\n',
  'guides/größe.md':
    '# Größe & Hals\n\nHow large giraffes are. ![dot](../.gitbook/assets/dot.txt)\n\n## Necks\n\nLong.\n',
  'secret.md': '---\nhidden: true\n---\n\n# Secret\n\nNobody finds the unicorn.\n',
  'plain.md':
    '---\nhidden: true\nlayout:\n  actions:\n    visible: false\n  anchors:\n    visible: false\n---\n\n# Plain\n\n## Part\n',
  '.gitbook/assets/dot.txt': 'dot',
}

let source: Awaited<ReturnType<typeof serveArchive>>
let world: World
let made: (
  operation: string,
  params?: object,
  body?: object,
  query?: object,
) => ReturnType<ReturnType<typeof apiOf>['made']>
let spaceId: string
let otherSpaceId: string
/** Requests an address as a browser does: without a token, and with any headers. */
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
  const { api: client } = clientsOf(ada, inTurn(world.gateways))
  const api = apiOf(world.gateways[0] ?? '')
  const organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
  made = (operation, params, body, query) =>
    api.made(operation, ada.token, { params: { organizationId, ...params }, body, query: query as never })
  spaceId = (await client.orgs.createSpace(organizationId, { title: 'Animals' })).data.id
  otherSpaceId = (await client.orgs.createSpace(organizationId, { title: 'Plants' })).data.id
  for (const id of [spaceId, otherSpaceId])
    await client.spaces.importContent(id, { source: ImportContentSource.Zip, url: source.url })
  await publish('zoo')
  await settled(systemOf(world))
})
afterAll(async () => {
  await world?.close()
  await source?.close()
})

/** Publishes a space, the first if none is given, as a separate site; resolves with its id. */
async function publish(basename: string, settings: object = {}, space = spaceId): Promise<string> {
  const { id: siteId } = await made('createSite', {}, { title: 'Zoo <docs>', spaces: [space] })
  await made('updateSiteById', { siteId }, { basename, visibility: 'public', ...settings })
  await made('publishSite', { siteId })
  return siteId
}

test('a page shows its actions and the links beside its headings unless its layout hides them', async () => {
  const looksOf = async (path: string) => {
    const text = await textAt(path)
    return [text.includes('page-actions'), text.includes('class="text no-anchors"')]
  }
  expect(await looksOf('/sites/zoo')).toEqual([true, false])
  expect(await looksOf('/sites/zoo/plain')).toEqual([false, true])
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
  const siteId = await publish('changing')
  const { headers } = await visit('/sites/changing/guides')
  const etag = headers.get('etag') ?? ''
  expect(headers.get('cache-control')).toBe('public, no-cache')
  expect((await visit('/sites/changing/guides', { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await visit(`/sites/${siteId}/guides/`)).status).toBe(200)
  await made('updateSiteById', { siteId }, { title: 'Zoo <book>' })
  const changed = await visit('/sites/changing/guides', { headers: { 'if-none-match': etag } })
  expect([changed.status, (await changed.text()).includes('Zoo &lt;book&gt;')]).toEqual([200, true])
})

test('whatever is changed of a site is so in the next visit, however often the page was shown before', async () => {
  const siteId = await publish('fresh')
  const path = '/sites/fresh/guides'
  const visitPage = async () => {
    for (let times = 0; times < 2; times++) await visit(path)
    return visit(path)
  }
  expect(await (await visitPage()).text()).toContain('<title>Guides | Zoo &lt;docs&gt;</title>')
  await made('updateSiteCustomizationById', { siteId }, { title: 'Renamed' })
  expect(await (await visitPage()).text()).toContain('<title>Guides | Renamed</title>')
  const [{ id: siteSpaceId }] = (await made('listSiteSpaces', { siteId })).items
  await made('overrideSiteSpaceCustomizationById', { siteId, siteSpaceId }, { title: 'Its own' })
  expect(await (await visitPage()).text()).toContain('<title>Guides | Its own</title>')
  await made('addSpaceToSite', { siteId }, { spaceId: otherSpaceId })
  expect(await (await visitPage()).text()).toContain('/sites/fresh/plants/guides')
  const destination = { kind: 'external', url: 'https://example.com/' }
  const { id: siteRedirectId } = await made('createSiteRedirect', { siteId }, { source: '/guides', destination })
  expect((await visitPage()).headers.get('location')).toBe('https://example.com/')
  await made('deleteSiteRedirectById', { siteId, siteRedirectId })
  expect((await visitPage()).status).toBe(200)
  await made('deleteSiteSpaceById', { siteId, siteSpaceId })
  expect(await (await visitPage()).text()).not.toContain('menu variants')
  const [{ id: leftId }] = (await made('listSiteSpaces', { siteId })).items
  await made('updateSiteSpaceById', { siteId, siteSpaceId: leftId }, { condition: 'visitor.claims.staff' })
  expect((await visitPage()).status).toBe(404)
  await made('updateSiteSpaceById', { siteId, siteSpaceId: leftId }, { condition: null })
  // Changes in other services arrive as events.
  for (const ai of [false, true]) {
    await made('updateOrganizationById', {}, { ai })
    await settled(systemOf(world))
    expect([ai, (await (await visitPage()).text()).includes('data-ask=')]).toEqual([ai, ai])
  }
  await made('deleteSpaceById', { spaceId: otherSpaceId })
  await settled(systemOf(world))
  expect((await visitPage()).status).toBe(404)
  await made('restoreSpace', { spaceId: otherSpaceId })
  await settled(systemOf(world))
  expect((await visitPage()).status).toBe(200)
  await made('updateSiteById', { siteId }, { visibility: 'visitor-auth' })
  expect((await visitPage()).status).toBe(404)
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
})

test('what is not for everybody is read by nobody else, and a site that was taken offline is gone', async () => {
  const siteId = await publish('shy', { visibility: 'unlisted' })
  expect(await textAt('/sites/shy')).toContain('<meta name="robots" content="noindex">')
  expect((await visit('/sites/shy/sitemap.xml')).status).toBe(404)
  await made('updateSiteById', { siteId }, { visibility: 'share-link' })
  const paths = ['', '/guides', '/guides.md', '/llms.txt', '/-/search.json?q=giraffe', '/robots.txt', '/-/search']
  for (const path of paths) expect((await visit(`/sites/shy${path}`)).status).toBe(404)
  await made('updateSiteById', { siteId }, { visibility: 'public' })
  await made('unpublishSite', { siteId })
  for (const path of paths) expect((await visit(`/sites/shy${path}`)).status).toBe(404)
})

test('a share link opens the site beneath its key, and no cache between keeps what it shows', async () => {
  const siteId = await publish('shared', { visibility: 'share-link' })
  const link = await made('createSiteShareLink', { siteId }, { name: 'Partners' })
  const path = new URL(link.urls.published).pathname
  const answer = await visit(path)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  // No address that a visitor follows from here learns the key.
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(await answer.text()).toContain(`href="${path}/guides"`)
  // An address that has the site's name before the key is as good.
  const named = `/sites/shared/${path.split('/').at(-1)}`
  expect(await textAt(`${named}/guides`)).toContain(
    `<meta property="og:url" content="http://quire.test${path}/guides">`,
  )
  expect(await textAt(named)).toContain(`href="${named}/guides"`)
  for (const closed of ['/sites/shared', `${path}/${path.split('/').at(-1)}`, path.toUpperCase()])
    expect([closed, (await visit(closed)).status]).toEqual([closed, 404])
  await made('deleteSiteShareLinkById', { siteId, shareLinkId: link.id })
  for (const closed of [path, named]) expect((await visit(closed)).status).toBe(404)
})

test('a visitor’s token comes in the address, becomes a cookie of the site, and others are sent to sign in', async () => {
  const siteId = await publish('members', { visibility: 'visitor-auth' })
  await made('updateSitePublishingAuthById', { siteId }, { fallbackURL: 'https://login.example.com/' })
  const { privateKey } = await made('getSitePublishingAuthById', { siteId })
  const token = jwt.sign({ plan: 'pro' }, privateKey, { expiresIn: '1h' })
  const entered = await visit(`/sites/members/guides?jwt_token=${token}&q=1`)
  const cookie = entered.headers.get('set-cookie') ?? ''
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/sites/members/guides?q=1'])
  expect(cookie).toMatch(/^quire-visitor=[\w.-]+; Path=\/sites\/members; HttpOnly; SameSite=Lax$/)
  const read = (value: string) => visit('/sites/members/guides', { headers: { cookie: `a=b; ${value}` } })
  const answer = await read(cookie.split(';')[0] ?? '')
  expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Accept-Encoding, Cookie'])
  const noJson = `${btoa('{"alg":"HS256","typ":"JWT"}')}.${btoa('no JSON')}.c2ln`.replaceAll('=', '')
  for (const other of ['', 'quire-visitor=nonsense', `quire-visitor=${noJson}`]) {
    const sent = await read(other)
    expect([sent.status, sent.headers.get('location')]).toEqual([307, 'https://login.example.com/?location=%2Fguides'])
  }
})

test('a visitor of whom nothing is claimed but that they may come in reads on with their cookie', async () => {
  const siteId = await publish('quiet', { visibility: 'visitor-auth' })
  const { privateKey } = await made('getSitePublishingAuthById', { siteId })
  const entered = await visit(`/sites/quiet?jwt_token=${jwt.sign({}, privateKey, { expiresIn: '1h' })}`)
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await visit('/sites/quiet', { headers: { cookie } })).status).toBe(200)
})

test('what visitors say of themselves is kept for them, seen where the site declares it, and vouches for nothing', async () => {
  const { id: space } = await made('createSpace', {}, { title: 'Claims' })
  const { id: changeRequestId } = await made('createChangeRequest', { spaceId: space }, {})
  const changes = [
    ['Start', 'Begin.'],
    ['Beta', 'For testers.', 'visitor.claims.unsigned.beta === true'],
    ['Large', 'For crowds.', 'visitor.claims.unsigned.company.size > 99'],
    ['Paid', 'For customers.', 'visitor.claims.plan === "pro"'],
  ].map(([title, markdown, condition]) => ({ operation: 'insert_page', title, document: { markdown }, condition }))
  await made('updateChangeRequestContent', { spaceId: space, changeRequestId }, { changes }, { compat: 'false' })
  await made('mergeChangeRequest', { spaceId: space, changeRequestId })
  const siteId = await publish('claims', {}, space)
  const object = { type: 'object', additionalProperties: false }
  const company = { ...object, properties: { size: { type: 'number' } } }
  const unsigned = {
    ...object,
    description: 'Unsigned claims of the site visitor.',
    properties: { beta: { type: 'boolean' }, company },
  }
  await made(
    'updateSiteAdaptiveSchema',
    { siteId },
    { jsonSchema: { ...object, properties: { plan: { type: 'string' }, unsigned } } },
  )
  const visibleTo = async (headers: Record<string, string> = {}) => {
    const page = await (await visit('/sites/claims', { headers })).text()
    return ['Beta', 'Large', 'Paid'].filter((title) => page.includes(`/${title.toLowerCase()}"`))
  }
  const cookies: string[] = []
  for (const [query, location] of [
    ['visitor.beta=true&visitor.plan=pro', '/sites/claims'],
    ['visitor.company.size=100&x=1', '/sites/claims?x=1'],
  ]) {
    const entered = await visit(`/sites/claims?${query}`, { headers: { cookie: cookies.at(-1) ?? '' } })
    expect([entered.status, entered.headers.get('location')]).toEqual([303, location])
    const set = entered.headers.get('set-cookie') ?? ''
    expect(set).toMatch(/^gitbook-visitor-public=[^;]+; Path=\/sites\/claims; HttpOnly; SameSite=Lax$/)
    cookies.push(set.split(';')[0] ?? '')
  }
  // One after the other: a page cached for one visitor is never sent to another.
  expect([await visibleTo(), await visibleTo({ cookie: cookies[0] ?? '' })]).toEqual([[], ['Beta']])
  expect([await visibleTo({ cookie: cookies[1] ?? '' }), await visibleTo()]).toEqual([['Beta', 'Large'], []])
  const elsewhere = await visit('/sites/zoo?visitor.beta=true')
  expect([elsewhere.headers.get('location'), elsewhere.headers.get('set-cookie')]).toEqual(['/sites/zoo', null])
})

test('a member previews what is not published', async () => {
  const siteId = await publish('draft')
  await made('unpublishSite', { siteId })
  const { url } = await made('getSitePublishingPreviewById', { siteId }, undefined, { claims: "(plan:'<b>')" })
  const entered = await visit(new URL(url).pathname + new URL(url).search)
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const seen = await visit('/sites/draft', { headers: { cookie } })
  const note = '<strong>Preview</strong> of “Zoo &lt;docs&gt;”, with what you may read of it. As a visitor with <code>'
  expect([seen.status, await seen.text()]).toEqual([
    200,
    expect.stringContaining(`${note}{&quot;plan&quot;:&quot;&lt;b&gt;`),
  ])
  const other = await made('getSitePublishingPreviewById', { siteId }, undefined, { claims: '(plan:free)' })
  const jwtToken = new URL(other.url).searchParams.get('jwt_token')
  const seenOtherwise = await visit('/sites/draft', { headers: { cookie: `quire-visitor=${jwtToken}` } })
  expect(await seenOtherwise.text()).toContain('<code>{&quot;plan&quot;:&quot;free&quot;}')
  expect((await visit('/sites/draft')).status).toBe(404)
  expect(await textAt('/sites/zoo')).not.toContain('Preview')
})

test('sections are tabs, variants a switch that stays on the page, and each is at its own address', async () => {
  const siteId = await publish('parts')
  await made('addSpaceToSite', { siteId }, { spaceId: otherSpaceId })
  const page = await textAt('/sites/parts/plants/guides')
  expect(page).toContain('href="/sites/parts/guides"')
  expect(page).toMatch(/href="\/sites\/parts\/plants\/guides" aria-current="page"/)
  const wide = await publish('wide')
  await made('addSectionToSite', { siteId: wide }, { spaceId: otherSpaceId, title: 'Flora' })
  const flora = await textAt('/sites/wide/flora/guides')
  expect(flora).toMatch(/<a href="\/sites\/wide\/flora" aria-current="true">Flora<\/a>/)
  expect(flora).toContain('<a href="/sites/wide">')
  expect(await textAt('/sites/wide/sitemap.xml')).toContain('<sitemapindex')
})

test('the looks that a site was given are those that its readers see', async () => {
  const siteId = await publish('looks')
  await made(
    'updateSiteCustomizationById',
    { siteId },
    {
      title: 'Tierwelt',
      internationalization: { locale: 'de' },
      styling: { primaryColor: { light: '#ffee00', dark: '#333300' }, corners: 'straight' },
      header: { links: [{ title: 'Shop', to: { kind: 'url', url: 'https://example.com/' }, links: [] }] },
      footer: { groups: [], copyright: '© Zoo' },
      announcement: { enabled: true, message: 'New: zebras', style: 'warning' },
      themes: { default: 'dark', toggeable: false },
    },
  )
  const page = await textAt('/sites/looks')
  for (const text of ['Tierwelt', 'lang="de"', 'Seitenaktionen', 'https://example.com/', '© Zoo', 'New: zebras'])
    expect([text, page.includes(text)]).toEqual([text, true])
  expect(page).toMatch(
    /<style>:root\{[^}]*--radius:0;color-scheme:light;[^}]*\}@media screen\{:root\{color-scheme:dark;/,
  )
  expect(page).not.toContain('data-theme-switch')
})

const forPro = (text: string) => `{% if visitor.claims.plan === "pro" && page.vars.herd %}\n\n${text}\n\n{% endif %}`
const name = '<code class="expression">visitor.claims.plan ?? "stranger"</code>'

/** A space with a text of which a part is for some visitors, and a page that is for them with another one below. */
async function conditionalSpace(): Promise<string> {
  const { id: space } = await made('createSpace', {}, { title: 'Secrets' })
  const { id: changeRequestId } = await made('createChangeRequest', { spaceId: space }, {})
  const insert = async (title: string, markdown: string, fields: object = {}) => {
    const body = { changes: [{ operation: 'insert_page', title, document: { markdown }, ...fields }] }
    const { changes } = await made('updateChangeRequestContent', { spaceId: space, changeRequestId }, body, {
      compat: 'false',
    })
    return changes[0].page.id
  }
  const text = `Okapis hide, dear ${name}.\n\n${forPro('## Tusks\n\nThe narwhal whistles.')}\n\n## After`
  await insert('Start', 'Begin.')
  await insert('Okapi', `---\nvars:\n  herd: small\n---\n${text}\n`)
  const into = await insert('Tapir', 'A tapir swims.', { condition: 'visitor.claims.plan === "pro"' })
  await insert('Calf', 'Striped.', { into })
  // A condition on the variables of a page applies to that page.
  await insert('Yak', '---\nvars:\n  kept: "no"\n---\nGrunts.\n', { condition: 'page.vars.kept !== "no"' })
  await insert('Zorse', 'Last.')
  await made('mergeChangeRequest', { spaceId: space, changeRequestId })
  return space
}

test('what is for some visitors only is shown to these and to nobody else, wherever the site shows it', async () => {
  const siteId = await publish('secrets', {}, await conditionalSpace())
  const { privateKey } = await made('getSitePublishingAuthById', { siteId })
  const readers = [undefined, 'pro', undefined, 'free'].map((plan) => {
    const token = plan && jwt.sign({ plan }, privateKey, { expiresIn: '1h' })
    return { plan, headers: (token ? { cookie: `quire-visitor=${token}` } : {}) as Record<string, string> }
  })
  const hidden = { narwhal: /narwhal|tusks/i, tapir: /tapir|calf/i }
  const visibleAt: [string, ...RegExp[]][] = [
    ['', hidden.tapir],
    ['/okapi', hidden.narwhal, hidden.tapir],
    ['/okapi.md', hidden.narwhal],
    ['/zorse', hidden.tapir],
    ['/llms.txt', hidden.tapir],
    ['/llms-full.txt', hidden.narwhal, hidden.tapir],
    ['/-/search.json?q=whistl', hidden.narwhal],
    ['/-/search.json?q=swims', hidden.tapir],
    ['/-/search?q=swims', hidden.tapir],
    ['/old/whistles', /<ol class="results">/],
  ]
  // One after the other: a page cached for one visitor is never sent to another.
  for (const { plan, headers } of readers) {
    const at = (path: string) => visit(`/sites/secrets${path}`, { headers })
    for (const [path, ...patterns] of visibleAt) {
      const text = await (await at(path)).text()
      const found = patterns.map((pattern) => pattern.test(text))
      expect([plan, path, found]).toEqual([plan, path, patterns.map(() => plan === 'pro')])
      expect([plan, path, /\{%|Yak/.exec(text)?.[0]]).toEqual([plan, path, undefined])
    }
    for (const path of ['/tapir', '/tapir/calf', '/tapir/calf.md'])
      expect([plan, path, (await at(path)).status]).toEqual([plan, path, plan === 'pro' ? 200 : 404])
    expect(await (await at('/-/search.json?q=okapis')).json()).toMatchObject({
      results: [{ title: 'Okapi', sections: [{ excerpt: `Okapis hide, dear ${plan ?? 'stranger'}.` }] }],
    })
    expect(await (await at('/okapi')).text()).toContain(`dear ${plan ?? 'stranger'}.`)
  }
  expect(await textAt('/sites/secrets/sitemap.xml')).not.toMatch(hidden.tapir)
})

test('a link of the header that is for some readers is shown to no other, though the page is the same', async () => {
  const siteId = await publish('links')
  const { privateKey } = await made('getSitePublishingAuthById', { siteId })
  const settings = await made('getSiteCustomizationById', { siteId })
  const to = { kind: 'url', url: 'https://pro.example.com/' }
  const link = { title: 'For pros', condition: 'visitor.claims.plan === "pro"', to, links: [] }
  const header = { ...settings.header, links: [link] }
  await made('updateSiteCustomizationById', { siteId }, { ...settings, header })
  for (const plan of ['pro', 'free', 'pro']) {
    const cookie = `quire-visitor=${jwt.sign({ plan }, privateKey, { expiresIn: '1h' })}`
    const page = await (await visit('/sites/links', { headers: { cookie } })).text()
    expect([plan, page.includes('https://pro.example.com/')]).toEqual([plan, plan === 'pro'])
  }
  expect(await textAt('/sites/links')).not.toContain('https://pro.example.com/')
})

test('a redirect leads to an address that headers can hold, whatever signs it was written with', async () => {
  const siteId = await publish('moved')
  const destination = { kind: 'external', url: 'https://example.com/größe/日本\r\nX-Sent: 1' }
  await made('createSiteRedirect', { siteId }, { source: '/old', destination })
  const answer = await visit('/sites/moved/old')
  const location = 'https://example.com/gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%ACX-Sent:%201'
  expect([answer.status, answer.headers.get('location')]).toEqual([307, location])
})

test('where two redirects lead to each other the pages at their paths are shown, until one of them is gone', async () => {
  const siteId = await publish('round')
  const to = (path: string) => ({ kind: 'external', url: `http://quire.test/sites/round/${path}` })
  await made('createSiteRedirect', { siteId }, { source: '/guides', destination: to('secret') })
  const back = await made('createSiteRedirect', { siteId }, { source: '/secret', destination: to('guides') })
  for (const path of ['guides', 'guides', 'secret'])
    expect([path, (await visit(`/sites/round/${path}`)).status]).toEqual([path, 200])
  await made('deleteSiteRedirectById', { siteId, siteRedirectId: back.id })
  expect((await visit('/sites/round/guides')).headers.get('location')).toBe('http://quire.test/sites/round/secret')
})

test('a redirect leads to a page of the site, for readers and for programs', async () => {
  const siteId = await publish('leading')
  const [{ id: siteSpaceId }] = (await made('listSiteSpaces', { siteId })).items
  const { pages } = await made('getCurrentRevision', { spaceId })
  const guides = pages.find(({ slug }: { slug: string }) => slug === 'guides')
  const destination = { kind: 'site-page', siteSpaceId, pageId: guides.id }
  await made('createSiteRedirect', { siteId }, { source: '/old', destination })
  const answer = await visit('/sites/leading/old')
  const location = 'http://quire.test/sites/leading/guides'
  expect([answer.status, answer.headers.get('location')]).toEqual([308, location])
  const call = { method: 'tools/call', params: { name: 'read_page', arguments: { page: '/old' } } }
  const read = await visit('/sites/leading/-/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
  })
  expect(await read.text()).toContain('All guides.')
  // A page that came back to where it was before is read there.
  const [{ id: largeId }] = guides.pages
  await made(
    'createSiteRedirect',
    { siteId },
    { source: '/guides/gr%C3%B6%C3%9Fe', destination: { ...destination, pageId: largeId } },
  )
  expect((await visit('/sites/leading/guides/gr%C3%B6%C3%9Fe')).status).toBe(200)
})

test('a picture’s address adds nothing to the policy of a page but its host', async () => {
  const siteId = await publish('pictures')
  const logo = { light: 'https://pictures.example.com/a.png', dark: 'https://a;sandbox/b.png' }
  const settings = await made('getSiteCustomizationById', { siteId })
  await made('updateSiteCustomizationById', { siteId }, { ...settings, header: { ...settings.header, logo } })
  const policy = (await visit('/sites/pictures')).headers.get('content-security-policy')
  expect(policy).toContain("img-src 'self' data: https://pictures.example.com;")
  expect(policy).not.toContain('sandbox')
})

test('pictures of the hosts that a site lists are shown, those of other hosts wait for the reader', async () => {
  const { id: space } = await made('createSpace', {}, { title: 'Remote' })
  const { id: changeRequestId } = await made('createChangeRequest', { spaceId: space }, { subject: 'Pictures' })
  const addresses = ['https://a.example.com/x.png?y=1', 'http://a.example.com/z.png', 'https://b.a.example.com/x.png']
  const markdown = addresses.map((url) => `![P](${url})`).join('\n\n')
  const change = { operation: 'insert_page', title: 'Home', document: { markdown } }
  const inside = { spaceId: space, changeRequestId }
  await made('updateChangeRequestContent', inside, { changes: [change] }, { compat: 'false' })
  await made('mergeChangeRequest', inside, {})
  const siteId = await publish('remote', {}, space)
  await settled(systemOf(world))
  const shown = async () => {
    const page = await visit('/sites/remote')
    const [, pictures] = /img-src ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '') ?? []
    const html = await page.text()
    const images = [...html.matchAll(/<img src="(https?:[^"]*)"[^>]*referrerpolicy="no-referrer"/g)].map(
      ([, src]) => src,
    )
    return { images, waiting: html.match(/data-picture="/g)?.length ?? 0, pictures }
  }
  expect(await shown()).toMatchObject({ images: [], waiting: 3 })
  const settings = await made('getSiteCustomizationById', { siteId })
  const list = (pictureHosts: string[]) =>
    made('updateSiteCustomizationById', { siteId }, { ...settings, externalLinks: { target: 'self', pictureHosts } })
  await list(['a.example.com'])
  const { images, waiting, pictures } = await shown()
  expect([images, waiting]).toEqual([[addresses[0]], 2])
  expect(pictures?.split(' ')).toContain('https://a.example.com')
  for (const host of ['*', 'https://a.example.com', 'a.example.com;', 'A.example.com', '*.example.com'])
    await expect(list([host])).rejects.toThrow('pictureHosts')
})
