import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import jwt from 'jsonwebtoken'
import { type Api, apiOf } from './support/api-client.ts'
import { petstore, processed } from './support/petstore.ts'

let world: World
let api: Api
let ada: Person
let organizationId: string
let site: { organizationId: string; siteId: string }
let spaceId: string
let privateKey: string

const operation = (spec: string) =>
  `{% openapi-operation spec="${spec}" path="/pets" method="get" %}\n[OpenAPI ${spec}](/openapi/${spec})\n{% endopenapi-operation %}`
const forBeta = (text: string) => `{% if visitor.claims.beta %}\n\n${text}\n\n{% endif %}`
const beta = 'visitor.claims.beta'

async function edit(id: string, changes: object[]) {
  const { id: changeRequestId } = await api.made('createChangeRequest', ada.token, {
    params: { spaceId: id },
    body: {},
  })
  const params = { spaceId: id, changeRequestId }
  await api.made('updateChangeRequestContent', ada.token, { params, query: { compat: 'false' }, body: { changes } })
  await api.made('mergeChangeRequest', ada.token, { params })
}

const page = (title: string, markdown: string, more: object = {}) => ({
  ...{ operation: 'insert_page', title, document: { markdown }, ...more },
})

async function made(title: string) {
  return (await api.made('createSpace', ada.token, { params: { organizationId }, body: { title } })).id
}

/** Signs the token of a visitor with these claims. */
async function visitor(claims: object): Promise<string> {
  const jwtToken = jwt.sign(claims, privateKey, { algorithm: 'HS256', expiresIn: '1h' })
  const body = { url: `http://quire.test/sites/${site.siteId}`, visitor: { jwtToken } }
  return (await api.send('resolvePublishedContentByUrl', undefined, { body })).body.apiToken
}

const specSlugs = ['open', 'of-beta', 'in-beta', 'shared', 'elsewhere']

beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
  spaceId = await made('API')
  for (const specSlug of specSlugs) {
    const body = { source: { text: JSON.stringify(petstore(specSlug)) } }
    const params = { organizationId, specSlug }
    await processed(world, () => api.made('createOrUpdateOpenAPISpecBySlug', ada.token, { params, body }))
  }
  await edit(spaceId, [
    page('Open', operation('open')),
    page('Beta', operation('of-beta'), { condition: beta }),
    page('Mixed', `For all.\n\n${forBeta(operation('in-beta'))}`),
    {
      operation: 'insert_reusable_content',
      title: 'Shared',
      document: { markdown: operation('shared') },
      ref: 'shared',
    },
  ])
  await edit(await made('Other'), [page('Elsewhere', operation('elsewhere'))])
  const { id: siteId } = await api.made('createSite', ada.token, {
    params: { organizationId },
    body: { title: 'Zoo', spaces: [spaceId] },
  })
  site = { organizationId, siteId }
  await api.made('updateSiteById', ada.token, { params: site, body: { visibility: 'visitor-auth' } })
  await api.made('publishSite', ada.token, { params: site })
  privateKey = (await api.made('getSitePublishingAuthById', ada.token, { params: site })).privateKey
})
afterAll(() => world?.close())

/** The specifications that a token opens. */
async function specs(token: string): Promise<string[]> {
  const found: string[] = []
  for (const specSlug of specSlugs) {
    const { status, body } = await api.send('getLatestOpenAPISpecVersionContent', token, {
      params: { organizationId, specSlug },
    })
    if (status !== 200) expect(status).toBe(404)
    else found.push(body.filesystem['openapi.json'].specification.info.title)
  }
  return found
}

test('a published page shows the specifications, files and included texts that it names', async () => {
  await edit(spaceId, [
    { operation: 'insert_files', files: [{ name: 'dot.txt', base64: 'ZG90' }] },
    { operation: 'insert_reusable_content', title: 'Legs', document: { markdown: 'Four legs.' } },
  ])
  const { files, reusableContents } = await api.made('getCurrentRevision', ada.token, { params: { spaceId } })
  const legs = reusableContents.find(({ title }: { title: string }) => title === 'Legs')
  const markdown = `${operation('open')}\n\n{% include "/reusable-contents/${legs.id}" %}\n\n{% file src="/files/${files[0].id}" %}`
  await edit(spaceId, [page('Whole', markdown)])
  const jwtToken = jwt.sign({}, privateKey, { algorithm: 'HS256', expiresIn: '1h' })
  const visit = await fetch(`${world.gateways[0]}/sites/${site.siteId}/whole?jwt_token=${jwtToken}`, {
    redirect: 'manual',
  })
  const cookie = visit.headers.get('set-cookie')?.split(';')[0] ?? ''
  const html = await (await fetch(`${world.gateways[0]}/sites/${site.siteId}/whole`, { headers: { cookie } })).text()
  expect(html).toContain('Four legs.')
  expect(html).toContain(`/-/files/${spaceId}/${files[0].id}`)
  expect(html).toContain('/pets')
  for (const path of ['/whole.md', '/llms-full.txt']) {
    const answer = await fetch(`${world.gateways[0]}/sites/${site.siteId}${path}`, { headers: { cookie } })
    const text = await answer.text()
    expect([path, text.includes('`GET /pets`'), text.includes('openapi-operation')]).toEqual([path, true, false])
  }
})

test('a visitor reads the specifications that the pages of the site show them, and no other', async () => {
  const [anyone, tester] = [await visitor({}), await visitor({ beta: true })]
  expect(await specs(anyone)).toEqual(['open'])
  expect(await specs(tester)).toEqual(['open', 'of-beta', 'in-beta'])
  const { reusableContents } = await api.made('getCurrentRevision', ada.token, { params: { spaceId } })
  const include = `{% include "/reusable-contents/${reusableContents[0].id}" %}`
  await edit(spaceId, [page('Including', forBeta(include))])
  expect(await specs(anyone)).toEqual(['open'])
  expect(await specs(tester)).toEqual(['open', 'of-beta', 'in-beta', 'shared'])
  const version = async (params: Record<string, string>) =>
    (await api.send('getLatestOpenAPISpecVersion', anyone, { params })).status
  const versions = [
    { organizationId, specSlug: 'open' },
    { organizationId, specSlug: 'shared' },
    { organizationId: 'nowhere', specSlug: 'open' },
  ]
  expect(await Promise.all(versions.map(version))).toEqual([200, 404, 404])
  for (const id of ['getOpenAPISpecBySlug', 'listOpenAPISpecs', 'listOpenAPISpecVersions'])
    expect((await api.send(id, tester, { params: { organizationId, specSlug: 'open' } })).status).toBe(403)
  await api.made('unpublishSite', ada.token, { params: site })
  expect(await specs(tester)).toEqual([])
  await api.made('publishSite', ada.token, { params: site })
})

test('files, included texts and documents that no visible text names are closed to visitors', async () => {
  const id = await made('Files')
  const names = ['open', 'hidden', 'included', 'unnamed', 'cover']
  await edit(id, [{ operation: 'insert_files', files: names.map((name) => ({ name: `${name}.txt`, base64: 'ZG90' })) }])
  const read = (operation: string, token: string, params: object = {}) =>
    api.send(operation, token, { params: { spaceId: id, ...params } })
  const { files } = (await read('getCurrentRevision', ada.token)).body
  const file = (name: string) => files.find((one: { name: string }) => one.name === `${name}.txt`)?.id
  const link = (name: string) => `[${name}](/files/${file(name)})`
  const text = (title: string, markdown: string) => ({
    ...{ operation: 'insert_reusable_content', title, document: { markdown } },
  })
  await edit(id, [text('Shared', link('included')), text('Unused', 'Nobody sees the okapi.')])
  const { reusableContents } = (await read('getCurrentRevision', ada.token)).body
  const [shared, unused] = ['Shared', 'Unused'].map((title) =>
    reusableContents.find((one: { title: string }) => one.title === title),
  )
  await edit(id, [
    page('Start', `${link('open')}\n\n${forBeta(link('hidden'))}`),
    page('Secret', `The okapi.\n\n{% include "/reusable-contents/${shared.id}" %}`, { condition: beta }),
    page('Below', 'The quagga.', { condition: 'visitor.claims.never' }),
    page('Pictured', `---\ncover: /files/${file('cover')}\n---\nThe kiwi.`),
  ])
  await api.made('addSpaceToSite', ada.token, { params: site, body: { spaceId: id } })
  const { body: whole } = await read('getCurrentRevision', ada.token)
  const [start, secret, below] = whole.pages
  const statuses = async (token: string) => ({
    files: (await read('getCurrentRevision', token)).body.files.map((one: { name: string }) => one.name).sort(),
    listed: (await read('listFiles', token)).body.items.map((one: { name: string }) => one.name).sort(),
    byId: (await Promise.all(names.map((name) => read('getFileById', token, { fileId: file(name) })))).map(
      ({ status }) => status,
    ),
    texts: (await read('getCurrentRevision', token)).body.reusableContents.map((one: { title: string }) => one.title),
    included: (await read('getReusableContentById', token, { reusableContentId: shared.id })).status,
    unused: (await read('getDocumentById', token, { documentId: unused.document })).status,
    documents: await Promise.all(
      [start.documentId, secret.documentId, below.documentId, shared.document].map(
        async (documentId) => (await read('getDocumentById', token, { documentId })).status,
      ),
    ),
  })
  const [anyone, tester] = [await visitor({}), await visitor({ beta: true })]
  const some = ['cover.txt', 'open.txt']
  expect(await statuses(anyone)).toEqual({
    ...{ files: some, listed: some, byId: [200, 404, 404, 404, 200], texts: [], included: 404, unused: 404 },
    documents: [200, 404, 404, 404],
  })
  const all = ['cover.txt', 'hidden.txt', 'included.txt', 'open.txt']
  expect(await statuses(tester)).toEqual({
    ...{ files: all, listed: all, byId: [200, 200, 200, 404, 200], texts: ['Shared'], included: 200, unused: 404 },
    documents: [200, 200, 404, 200],
  })
  // The revision that was live when the token was issued stays readable; earlier ones do not.
  await edit(id, [{ operation: 'update_page', page: start.id, document: { markdown: 'Nothing here.' } }])
  expect((await read('getDocumentById', tester, { documentId: start.documentId })).status).toBe(200)

  const visit = async (fileId: string, claims: object) => {
    const jwtToken = jwt.sign(claims, privateKey, { algorithm: 'HS256', expiresIn: '1h' })
    const address = `${world.gateways[0]}/sites/${site.siteId}/-/files/${id}/${fileId}`
    const first = await fetch(`${address}?jwt_token=${jwtToken}`, { redirect: 'manual' })
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    return (await fetch(address, { redirect: 'manual', headers: { cookie } })).status
  }
  expect([await visit(file('included'), {}), await visit(file('included'), { beta: true })]).toEqual([404, 302])

  // Files that only a deleted page named are closed, except to links in the settings of the site.
  await edit(id, [{ operation: 'delete_page', page: secret.id }])
  await edit(id, [{ operation: 'delete_reusable_content', reusableContent: shared.id }])
  expect(await visit(file('included'), { beta: true })).toBe(404)
  expect((await read('getFileById', tester, { fileId: file('included') })).status).toBe(404)
  const to = { kind: 'file', file: file('included'), space: id }
  const body = { header: { links: [{ title: 'Price list', to, condition: 'visitor.claims.beta', links: [] }] } }
  await api.made('updateSiteCustomizationById', ada.token, { params: site, body })
  expect([await visit(file('included'), {}), await visit(file('included'), { beta: true })]).toEqual([404, 302])
  await api.made('updateSiteCustomizationById', ada.token, { params: site, body: {} })
})

test('nothing of the comments of authors is in what visitors and programs read of a page, and examples in code are', async () => {
  const example = '```html\n<!-- an example -->\n```'
  const text = `Seen. <!-- for authors -->\n\n<!--\nfor authors\n-->\n\n${example}`
  await edit(spaceId, [page('Commented', text), page('Commented for some', `${text}\n\n${forBeta('For testers.')}`)])
  const jwtToken = jwt.sign({ beta: true }, privateKey, { algorithm: 'HS256', expiresIn: '1h' })
  const headers = { cookie: `quire-visitor=${jwtToken}` }
  const textAt = async (path: string) =>
    (await fetch(`${world.gateways[0]}/sites/${site.siteId}/${path}`, { headers })).text()
  const token = await visitor({ beta: true })
  for (const name of ['commented', 'commented-for-some']) {
    const read = (format: string, as = token) =>
      api.made('getPageByPath', as, { params: { spaceId, pagePath: name }, query: { format } })
    const [asMarkdown, asDocument] = [(await read('markdown')).markdown, JSON.stringify(await read('document'))]
    for (const shown of [await textAt(`${name}.md`), await textAt('llms-full.txt'), asMarkdown, asDocument])
      expect([name, shown.includes('for authors'), shown.includes('an example'), shown.includes('Seen.')]).toEqual([
        ...[name, false, true, true],
      ])
    expect((await textAt(`${name}.md`)).includes('For testers.')).toBe(name === 'commented-for-some')
    // Authors go on from what they wrote.
    expect((await read('markdown', ada.token)).markdown).toContain('<!-- for authors -->')
    expect(JSON.stringify(await read('document', ada.token))).toContain('<!-- for authors -->')
  }
})

test('a visitor who comes with a token to a former name, or to a redirect of the site, is let in and keeps the query', async () => {
  const rename = (basename: string) => api.made('updateSiteById', ada.token, { params: site, body: { basename } })
  await rename('zoo-before')
  await rename('zoo-now')
  const body = { fallbackURL: 'https://login.example.com/in' }
  await api.made('updateSitePublishingAuthById', ada.token, { params: site, body })
  const { items } = await api.made('listSiteSpaces', ada.token, { params: site })
  const { id: siteSpaceId } = items.find((one: { space: { id: string } }) => one.space.id === spaceId)
  const destination = { kind: 'site-space', siteSpaceId }
  const { id: siteRedirectId } = await api.made('createSiteRedirect', ada.token, {
    params: site,
    body: { source: '/once', destination },
  })
  const jwtToken = jwt.sign({}, privateKey, { algorithm: 'HS256', expiresIn: '1h' })
  const query = `?jwt_token=${jwtToken}&utm_source=mail`

  /** Follows redirects as a browser does, with the cookies that are set on the way. */
  async function follow(path: string) {
    let address = `${world.gateways[0]}${path}`
    let cookie = ''
    for (let step = 0; step < 6; step += 1) {
      const answer = await fetch(address, { redirect: 'manual', headers: { cookie } })
      cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
      const location = answer.headers.get('location')
      if (location === null) return { status: answer.status, address }
      const next = new URL(location, address)
      if (next.hostname === 'login.example.com') return { status: answer.status, address: next.href }
      address = `${world.gateways[0]}${next.pathname}${next.search}`
    }
    return { status: 0, address }
  }
  const now = `${world.gateways[0]}/sites/zoo-now`
  expect(await follow(`/sites/zoo-before/open${query}`)).toEqual({
    status: 200,
    address: `${now}/open?utm_source=mail`,
  })
  expect(await follow(`/sites/zoo-before/-/search${query}&q=pets`)).toEqual({
    status: 200,
    address: `${now}/-/search?utm_source=mail&q=pets`,
  })
  expect(await follow(`/sites/zoo-now/once${query}`)).toEqual({ status: 200, address: `${now}?utm_source=mail` })
  // Without a token nobody gets further than the login server.
  expect(await follow('/sites/zoo-before/open')).toEqual({
    status: 307,
    address: 'https://login.example.com/in?location=%2Fopen',
  })
  await api.made('deleteSiteRedirectById', ada.token, { params: { ...site, siteRedirectId } })
  const external = { kind: 'external', url: 'https://elsewhere.example.com/' }
  const away = await api.made('createSiteRedirect', ada.token, {
    params: site,
    body: { source: '/away', destination: external },
  })
  const sent = await fetch(`${now}/away${query}`, { redirect: 'manual' })
  expect([sent.status, sent.headers.get('location')]).toEqual([307, 'https://elsewhere.example.com/'])
  await api.made('deleteSiteRedirectById', ada.token, { params: { ...site, siteRedirectId: away.id } })
  await api.made('updateSitePublishingAuthById', ada.token, { params: site, body: { fallbackURL: null } })
})

test('no redirect tells a visitor of a page that is hidden from them, nor a member of a space that is', async () => {
  const { items } = await api.made('listSiteSpaces', ada.token, { params: site })
  const { id: siteSpaceId } = items.find((one: { space: { id: string } }) => one.space.id === spaceId)
  const { pages } = await api.made('getCurrentRevision', ada.token, { params: { spaceId } })
  const hidden = pages.find((one: { title: string }) => one.title === 'Beta')
  const destination = { kind: 'site-page', siteSpaceId, pageId: hidden.id }
  await api.made('createSiteRedirect', ada.token, { params: site, body: { source: '/old', destination } })
  const led = async (claims: object) => {
    const found = await api.send('getSiteRedirectBySource', await visitor(claims), {
      params: site,
      query: { source: '/old' },
    })
    const jwtToken = jwt.sign(claims, privateKey, { algorithm: 'HS256', expiresIn: '1h' })
    const body = { url: `http://quire.test/sites/${site.siteId}/old`, visitor: { jwtToken } }
    const resolved = await api.send('resolvePublishedContentByUrl', undefined, { body })
    return [found.status, resolved.body.redirect?.split('/').at(-1)]
  }
  expect(await led({})).toEqual([404, undefined])
  expect(await led({ beta: true })).toEqual([200, 'beta'])

  const rex = await world.person('rex@example.com', 'Rex')
  const emails = [{ email: rex.email, role: 'create' }]
  await api.made('inviteUsersToOrganization', ada.token, { params: { organizationId }, body: { emails } })
  const list = async () => (await api.made('listSiteRedirects', rex.token, { params: site })).items.length
  expect(await list()).toBe(1)
  await api.made('updateSpaceById', ada.token, { params: { spaceId }, body: { defaultLevel: null } })
  expect(await list()).toBe(0)
  const { items: seen } = await api.made('listSiteRedirects', ada.token, { params: site })
  const params = { ...site, siteRedirectId: seen[0].id }
  expect((await api.send('updateSiteRedirectById', rex.token, { params, body: { draft: true } })).status).toBe(404)
  expect((await api.send('deleteSiteRedirectById', rex.token, { params })).status).toBe(204)
  expect((await api.send('deleteSiteRedirectById', ada.token, { params })).status).toBe(205)
})
