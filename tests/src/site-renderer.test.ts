import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { type PublishedSiteContent, SiteVisibility } from 'gitbook-api'
import { type Api, apiOf } from './support/api-client.ts'
import { statusOf } from './support/clients.ts'
import { type DrivenClient, drive } from './support/driven.ts'

const ids = [
  'resolvePublishedContentByUrl',
  'getPublishedContentByUrl',
  'getPublishedContentSite',
  'getSiteStructure',
  'listSiteSpaces',
  'getSpaceById',
  'getRevisionById',
  'getPageInRevisionById',
  'getPageInRevisionByPath',
  'getPageDocumentInRevisionById',
  'getDocumentById',
  'getSiteRedirectBySource',
  'listSiteShareLinks',
  'createSiteShareLink',
  'updateSiteShareLinkById',
  'deleteSiteShareLinkById',
  'getSitePublishingAuthById',
  'updateSitePublishingAuthById',
  'regenerateSitePublishingAuthById',
  'getSitePublishingPreviewById',
  'createSiteRedirect',
  'listSiteRedirects',
]

let world: World
let driven: DrivenClient
let api: Api
let token: string
let ada: ReturnType<DrivenClient['clientOf']>
let organization: string
let manual: string
let guide: string
beforeAll(async () => {
  world = await createWorld()
  driven = drive(world.gateways, [], ids)
  const person = await world.person('ada@example.com', 'Ada')
  token = person.token
  ada = driven.clientOf(person)
  api = apiOf(world.gateways[0] ?? '')
  organization = (await api.made('createOrganization', token, { body: { title: 'Acme' } })).id
  ;[manual, guide] = [await space('Manual'), await space('Guide')]
})
afterAll(() => world.close())
afterEach(() => expect(driven.problems()).toEqual([]))

/** A space with one page, `engines`, that links to itself. */
async function space(title: string) {
  const { id: spaceId } = (await ada.orgs.createSpace(organization, { title })).data
  await edit(spaceId, [
    { operation: 'insert_page', title: 'Engines', document: { markdown: '## Turning\n\nTurn it.' } },
  ])
  return spaceId
}

async function edit(spaceId: string, changes: object[]) {
  const { id: changeRequestId } = (await ada.spaces.createChangeRequest(spaceId, {})).data
  const params = { spaceId, changeRequestId }
  await api.made('updateChangeRequestContent', token, { params, body: { changes } })
  await api.made('mergeChangeRequest', token, { params })
}

async function siteOf(visibility: SiteVisibility, spaces = [manual, guide]) {
  const { data: site } = await ada.orgs.createSite(organization, { visibility, spaces } as never)
  await ada.orgs.publishSite(organization, site.id)
  return { id: site.id, address: `http://quire.test/sites/${site.id}` }
}

async function resolve(url: string, jwtToken?: string): Promise<PublishedSiteContent> {
  const { data } = await ada.urls.resolvePublishedContentByUrl({ url, ...(jwtToken && { visitor: { jwtToken } }) })
  if ('redirect' in data) throw new Error(`${url} leads to ${data.redirect}`)
  return data
}

/** The types of the older client lack this field on some pages. */
const documentIdOf = (page: object) => ('documentId' in page ? String(page.documentId) : '')

const visitor = (apiToken: string) => driven.clientOf({ token: apiToken, name: '', email: '' })

test('a renderer reads a site behind a share link by what the address gave it, and nothing else', async () => {
  const site = await siteOf(SiteVisibility.ShareLink)
  const { data: link } = await ada.orgs.createSiteShareLink(organization, site.id, { name: 'Partners' })
  const base = link.urls.published ?? ''
  const found = await resolve(`${base}/guide/engines`)
  expect(found).toMatchObject({ site: site.id, space: guide, pathname: 'engines', complete: true })
  const { shareKey = '', apiToken } = found
  expect([base, found.canonicalUrl]).toEqual([`http://quire.test/sites/${shareKey}`, `${base}/guide/engines`])

  const client = visitor(apiToken)
  const { data: shown } = await client.orgs.getPublishedContentSite(organization, site.id, { shareKey })
  expect(shown.site.urls.published).toBe(base)
  expect(shown).toMatchObject({ site: { siteSpaces: 2 }, structure: { type: 'siteSpaces' }, scripts: [] })
  const siteSpaces = shown.structure.type === 'siteSpaces' ? shown.structure.structure : []
  expect(siteSpaces.map((one) => [one.space.id, one.urls.published])).toEqual([
    [manual, base],
    [guide, `${base}/guide`],
  ])
  // A space without overrides has the settings of the site.
  const ids = siteSpaces.map(({ id }) => id)
  expect(Object.keys(shown.customizations.siteSpaces).toSorted()).toEqual(ids.toSorted())
  for (const id of ids) expect(shown.customizations.siteSpaces[id]).toEqual(shown.customizations.site)
  const { data: ofSpace } = await client.spaces.getSpaceById(guide, { shareKey })
  expect(ofSpace).toMatchObject({ urls: { published: `${base}/guide` }, visibility: 'share-link' })

  const { revision } = ofSpace
  const { data: whole } = await client.spaces.getRevisionById(guide, revision, { metadata: true })
  expect(whole.pages.map(({ title }) => title)).toEqual(['Engines'])
  const { data: page } = await client.spaces.getPageInRevisionByPath(guide, revision, found.pathname)
  if (page.type !== 'document' || !('documentId' in page)) throw new Error('no document')
  expect((await client.spaces.getPageInRevisionById(guide, revision, page.id)).data.title).toBe('Engines')
  const { data: document } = await client.spaces.getPageDocumentInRevisionById(guide, revision, page.id)
  expect(JSON.stringify(document)).toContain('Turn it.')
  expect((await client.spaces.getDocumentById(guide, documentIdOf(page))).data.nodes).toEqual(document.nodes)

  const destination = { kind: 'site-page' as const, siteSpaceId: found.siteSpace, pageId: page.id }
  await ada.orgs.createSiteRedirect(organization, site.id, { source: '/motors', destination })
  const { data: redirect } = await client.orgs.getSiteRedirectBySource(organization, site.id, { source: '/motors' })
  expect(redirect.target).toBe(`${base}/guide/engines`)
  const { data: led } = await ada.urls.resolvePublishedContentByUrl({ url: `${base}/motors` })
  expect(led).toEqual({ target: 'content', redirect: `${base}/guide/engines` })

  // The previous live content stays readable for renderers that still use it, and the next one is readable at once.
  await edit(guide, [{ operation: 'update_page', page: page.id, title: 'Motors' }])
  expect((await client.spaces.getRevisionById(guide, revision)).data.id).toBe(revision)
  const { data: newer } = await client.spaces.getSpaceById(guide)
  expect((await client.spaces.getRevisionById(guide, newer.revision)).data.pages[0]?.title).toBe('Motors')
})

test('a renderer that looks at four segments of an address finds a variant of a section behind a share link', async () => {
  const site = await siteOf(SiteVisibility.ShareLink, [manual])
  const params = { organizationId: organization, siteId: site.id }
  const section = await api.made('addSectionToSite', token, { params, body: { spaceId: guide, title: 'Guides' } })
  const other = await space('Other')
  await api.made('addSpaceToSite', token, { params, body: { spaceId: other, sectionId: section.id } })
  const { data: link } = await ada.orgs.createSiteShareLink(organization, site.id, { name: 'Partners' })
  const path = new URL(link.urls.published ?? '').pathname
  const [, ...segments] = `${path}/guides/other/engines`.split('/')
  const found = await resolve(`http://quire.test/${segments.slice(0, 4).join('/')}`)
  expect(found).toMatchObject({
    space: other,
    complete: true,
    siteBasePath: `${path}/`,
    basePath: `${path}/guides/other/`,
  })
  const { data: space_ } = await visitor(found.apiToken).spaces.getSpaceById(other, { shareKey: found.shareKey })
  expect([found.canonicalUrl, space_.urls.published]).toEqual(Array(2).fill(`${link.urls.published}/guides/other`))
})

test('what ends a reader’s access ends it at the next request, and only theirs', async () => {
  const site = await siteOf(SiteVisibility.ShareLink)
  const link = async (name: string) => (await ada.orgs.createSiteShareLink(organization, site.id, { name })).data
  const [one, two] = [await link('one'), await link('two')]
  const open = async (address: string | undefined) => (await resolve(address ?? '')).apiToken
  const reads = async (apiToken: string, spaceId = manual) => {
    const client = visitor(apiToken)
    const statuses = [
      await statusOf(client.spaces.getCurrentRevision(spaceId)),
      await statusOf(client.orgs.getSiteStructure(organization, site.id)),
    ]
    return statuses.map((status) => status ?? 200)
  }
  const [first, second] = [await open(one.urls.published), await open(two.urls.published)]
  expect([await reads(first), await reads(second)]).toEqual([
    [200, 200],
    [200, 200],
  ])

  await ada.orgs.updateSiteShareLinkById(organization, site.id, one.id, { active: false })
  expect([await reads(first), await reads(second)]).toEqual([
    [404, 404],
    [200, 200],
  ])
  await ada.orgs.updateSiteShareLinkById(organization, site.id, one.id, { active: true })
  expect(await reads(first)).toEqual([200, 200])
  await ada.orgs.deleteSiteShareLinkById(organization, site.id, one.id)
  expect([await reads(first), await reads(second)]).toEqual([
    [404, 404],
    [200, 200],
  ])

  await ada.orgs.regenerateSitePublishingAuthById(organization, site.id)
  expect(await reads(second)).toEqual([404, 404])
  const third = await open(two.urls.published)
  await ada.orgs.updateSiteById(organization, site.id, { visibility: SiteVisibility.Public })
  expect(await reads(third)).toEqual([404, 404])

  const anyone = await open(site.address)
  const { data: structure } = await ada.orgs.getSiteStructure(organization, site.id)
  const siteSpaces = structure.type === 'siteSpaces' ? structure.structure : []
  const idOf = (spaceId: string) => siteSpaces.find((each) => each.space.id === spaceId)?.id ?? ''
  await ada.orgs.updateSiteSpaceById(organization, site.id, idOf(guide), { condition: 'visitor.claims.plan === "pro"' })
  expect([await reads(anyone, guide), await reads(anyone)]).toEqual([
    [404, 200],
    [200, 200],
  ])
  await ada.orgs.deleteSiteSpaceById(organization, site.id, idOf(guide))
  expect(await reads(anyone, guide)).toEqual([404, 200])
  await ada.spaces.deleteSpaceById(manual)
  expect(await reads(anyone)).toEqual([404, 404])
  await api.made('restoreSpace', token, { params: { spaceId: manual } })
  // Others see what was given back once sites has applied it: whoever gave it waits for that.
  await ada.orgs.getSiteStructure(organization, site.id)
  expect(await reads(anyone)).toEqual([200, 200])
  await ada.orgs.deleteSiteById(organization, site.id)
  expect(await reads(anyone)).toEqual([404, 404])
})
