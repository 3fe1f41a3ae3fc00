import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import jwt from 'jsonwebtoken'
import { type Api, apiOf } from './support/api-client.ts'

let world: World
let api: Api
let ada: string
let olga: string
let organizationId: string
let spaces: Record<'manual' | 'guide' | 'secret', string>
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = (await world.person('ada@example.com', 'Ada')).token
  olga = (await world.person('olga@example.com', 'Olga')).token
  organizationId = (await api.made('createOrganization', ada, { body: { title: 'Acme' } })).id
  await api.made('createOrganization', olga, { body: { title: 'Other' } })
  const space = async (title: string) =>
    (await api.made('createSpace', ada, { params: { organizationId }, body: { title } })).id
  spaces = { manual: await space('Manual'), guide: await space('Guide'), secret: await space('Secret') }
})
afterAll(() => world.close())

const visibilities = ['public', 'unlisted', 'share-link', 'visitor-auth', 'members'] as const
type Visibility = (typeof visibilities)[number]

interface TestSite {
  params: { organizationId: string; siteId: string }
  address: string
  /** Two share links, of which the second is inactive. */
  links: { id: string; key: string }[]
  privateKey: string
}

/** A published site with the manual and the guide on it. */
async function makeSite(visibility: Visibility, onIt = [spaces.manual, spaces.guide]): Promise<TestSite> {
  const { id } = await api.made('createSite', ada, {
    params: { organizationId },
    body: { visibility: 'share-link', spaces: onIt },
  })
  const params = { organizationId, siteId: id }
  await api.made('publishSite', ada, { params })
  const links = []
  for (const name of ['one', 'two']) {
    const link = await api.made('createSiteShareLink', ada, { params, body: { name } })
    links.push({ id: link.id, key: link.urls.published.split('/').at(-1) })
  }
  const shareLinkId = links[1]?.id ?? ''
  await api.made('updateSiteShareLinkById', ada, { params: { ...params, shareLinkId }, body: { active: false } })
  await api.made('updateSiteById', ada, { params, body: { visibility } })
  const { privateKey } = await api.made('getSitePublishingAuthById', ada, { params })
  return { params, address: `http://quire.test/sites/${id}`, links, privateKey }
}

interface Visitor {
  path?: string
  jwtToken?: string
  token?: string
}

const signed = (key: string, claims: object = {}, options: jwt.SignOptions = { expiresIn: '1h' }) =>
  jwt.sign(claims, key, { algorithm: 'HS256', ...options })

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = `${encoded({ alg: 'none' })}.${encoded({ exp: 4_000_000_000 })}.`

/** Signed as HS512, with the right key. */
function byAnotherAlgorithm(key: string) {
  const text = `${encoded({ alg: 'HS512', typ: 'JWT' })}.${encoded({ exp: 4_000_000_000 })}`
  return `${text}.${createHmac('sha512', key).update(text).digest('base64url')}`
}

/** Everybody who may come to a site, by what they bring. */
const visitorsOf = ({ links, privateKey }: TestSite, other: TestSite): Record<string, Visitor> => ({
  nothing: {},
  'a share key': { path: links[0]?.key ?? '' },
  'a share key out of use': { path: links[1]?.key ?? '' },
  "another site's share key": { path: other.links[0]?.key ?? '' },
  'a made-up share key': { path: 'ab'.repeat(16) },
  "a visitor's token": { jwtToken: signed(privateKey, { plan: 'pro' }) },
  'an expired token': { jwtToken: signed(privateKey, {}, { expiresIn: '-2m' }) },
  'a token that never expires': { jwtToken: signed(privateKey, {}, {}) },
  'a token for a year': { jwtToken: signed(privateKey, {}, { expiresIn: '365d' }) },
  'a token of tomorrow': { jwtToken: signed(privateKey, { iat: Math.floor(Date.now() / 1000) + 86_400 }) },
  "another site's token": { jwtToken: signed(other.privateKey) },
  'a token without a signature': { jwtToken: unsigned },
  'a token by another algorithm': { jwtToken: byAnotherAlgorithm(privateKey) },
  'an access token as visitor': { jwtToken: ada },
  'a member': { token: ada },
  'an outsider': { token: olga },
})

const resolve = ({ address }: Pick<TestSite, 'address'>, { path, jwtToken, token }: Visitor = {}) =>
  api.send('resolvePublishedContentByUrl', token, {
    body: { url: path ? `${address}/${path}` : address, visitor: { ...(jwtToken && { jwtToken }) } },
  })

const letIn: Record<Visibility, (name: string) => boolean> = {
  public: () => true,
  unlisted: () => true,
  'share-link': (name) => ['a share key', 'a member'].includes(name),
  'visitor-auth': (name) => ["a visitor's token", 'a member'].includes(name),
  members: (name) => name === 'a member',
}

/** Reads with a site token: its two spaces, one that is not on the site, and another site; returns the statuses. */
async function opened(apiToken: string, site: TestSite, other: TestSite) {
  const statuses: Record<string, number> = {}
  for (const [name, spaceId] of Object.entries(spaces)) {
    statuses[name] = (await api.send('getCurrentRevision', apiToken, { params: { spaceId } })).status
  }
  statuses.site = (await api.send('getSiteStructure', apiToken, { params: site.params })).status
  statuses.other = (await api.send('getSiteStructure', apiToken, { params: other.params })).status
  return statuses
}
const whole = { manual: 200, guide: 200, secret: 404, site: 200, other: 404 }

test.each(visibilities)('a %s site is read by its audience, and by its members unpublished', async (visibility) => {
  const [site, other] = [await makeSite(visibility), await makeSite('share-link')]
  const visitors = visitorsOf(site, other)
  const expected: Record<string, unknown> = {}
  const found: Record<string, unknown> = {}
  const opens = new Map<string, object>()
  for (const [name, visitor] of Object.entries(visitors)) {
    const { status, body } = await resolve(site, visitor)
    // Visitors of whom nothing is known share a token.
    if (status === 200 && !opens.has(body.apiToken)) opens.set(body.apiToken, await opened(body.apiToken, site, other))
    found[name] = status === 200 ? opens.get(body.apiToken) : status
    expected[name] = letIn[visibility](name) ? whole : 404
  }
  expect(found).toEqual(expected)

  const tokens = [(await resolve(site, visitors['a share key'])).body.apiToken].filter(Boolean)
  await api.made('unpublishSite', ada, { params: site.params })
  for (const token of tokens) {
    expect(await opened(token, site, other)).toEqual({ manual: 404, guide: 404, secret: 404, site: 404, other: 404 })
  }
  for (const [name, visitor] of Object.entries(visitors)) {
    const { status, body } = await resolve(site, visitor)
    expect([name, status]).toEqual([name, name === 'a member' ? 200 : 404])
    if (status === 200) expect(await opened(body.apiToken, site, other)).toEqual(whole)
  }
})

test('a token of published content reads the content as readers see it, and nothing of the management interface', async () => {
  const site = await makeSite('public')
  const { apiToken } = (await resolve(site)).body
  const { body: space } = await api.send('getSpaceById', apiToken, { params: { spaceId: spaces.manual } })
  expect(space).toMatchObject({ comments: 0, changeRequests: 0, urls: { published: site.address } })
  const closed: [string, Record<string, string>][] = [
    ['getSiteById', site.params],
    ['listSites', { organizationId }],
    ['listChangeRequestsForSpace', { spaceId: spaces.manual }],
    ['listCommentsInSpace', { spaceId: spaces.manual }],
    ['updateSpaceById', { spaceId: spaces.manual }],
    ['listSiteShareLinks', site.params],
    ['getSitePublishingAuthById', site.params],
    ['getSitePublishingPreviewById', site.params],
    ['getRevisionSemanticChanges', { spaceId: spaces.manual, revisionId: space.revision }],
  ]
  for (const [id, params] of closed) {
    const { status } = await api.send(id, apiToken, { params, ...(id === 'updateSpaceById' && { body: {} }) })
    expect([id, status]).toEqual([id, 403])
  }
  // The draft of a change request is no content of the site, even where its revision is known.
  const changeRequest = await api.made('createChangeRequest', ada, { params: { spaceId: spaces.manual }, body: {} })
  await api.made('updateChangeRequestContent', ada, {
    params: { spaceId: spaces.manual, changeRequestId: changeRequest.id },
    body: { changes: [{ operation: 'insert_page', title: 'Draft', document: { markdown: 'Not yet.' } }] },
  })
  const params = { spaceId: spaces.manual, changeRequestId: changeRequest.id }
  const draft = (await api.made('getChangeRequestById', ada, { params })).revision
  const readRevision = async (revisionId: string) =>
    (await api.send('getRevisionById', apiToken, { params: { spaceId: spaces.manual, revisionId } })).status
  expect(await readRevision(space.revision)).toBe(200)
  expect([draft === space.revision, await readRevision(draft)]).toEqual([false, 404])
  await api.made('mergeChangeRequest', ada, { params })
  expect(await readRevision(space.revision)).toBe(200)
  expect(await readRevision(draft)).toBe(404)
})
