import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import jwt from 'jsonwebtoken'
import { type Api, apiOf } from './support/api-client.ts'
import { openSiteBrowser } from './support/site-browser.ts'

let world: World
let api: Api
let ada: Person
let organizationId: string
let spaceId: string
let people = 0

beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Acme' } })).id
  spaceId = (await made('createSpace', {}, { title: 'Manual' })).id
  const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, {})
  const changes = [{ operation: 'insert_page', title: 'Start', document: { markdown: 'Welcome to zebras.' } }]
  await made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes })
  await made('mergeChangeRequest', { spaceId, changeRequestId })
})
afterAll(() => world.close())

const made = (operation: string, params: object, body?: object) =>
  api.made(operation, ada.token, { params: { organizationId, ...params }, ...(body && { body }) })

type Visibility = 'public' | 'share-link' | 'visitor-auth' | 'members'

async function publish(visibility: Visibility): Promise<string> {
  const { id: siteId } = await made('createSite', {}, { title: 'Zoo', visibility, spaces: [spaceId] })
  await made('publishSite', { siteId })
  return siteId
}

/** Something that opened a site. */
interface Opened {
  siteId: string
  /** The path of a page, without the credential that became a cookie. */
  path: string
  cookie: string
  /** A token of the site, from the resolution of the address. */
  siteToken: string
  /** The visitor of an address of their own. */
  visitor: { jwtToken?: string }
  shareLinkId?: string
  member?: { userId: string; tokenId: string }
  /** True for an internal site, of which a member who resolves the address anew gets a preview. */
  isInternal?: true
}

async function open(siteId: string, path: string, jwtToken?: string): Promise<Opened> {
  const entered = jwtToken === undefined ? undefined : await visit({ path: `${path}?jwt_token=${jwtToken}` })
  const visitor = { ...(jwtToken !== undefined && { jwtToken }) }
  const body = { url: `http://quire.test${path}`, visitor }
  const { apiToken } = (await api.send('resolvePublishedContentByUrl', undefined, { body })).body
  return { siteId, path, visitor, siteToken: apiToken, cookie: entered?.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

const visit = ({ path, cookie = '' }: Partial<Opened>) =>
  fetch(`${world.gateways[0]}${path}`, { redirect: 'manual', headers: { cookie } })

/** A reader of the organization, with an access token to revoke. */
async function newMember() {
  people += 1
  const email = `member-${people}@example.com`
  const { token } = await world.person(email, 'Member')
  await made('inviteUsersToOrganization', {}, { emails: [{ email, role: 'read' }] })
  const { id: userId } = await api.made('getAuthenticatedUser', token)
  return { userId, lent: await api.made('createAccessToken', token, { body: { name: 'Lent' } }) }
}

const openers = {
  async 'an address'() {
    const siteId = await publish('public')
    return open(siteId, `/sites/${siteId}/start`)
  },
  async 'a share link'() {
    const siteId = await publish('share-link')
    const { id: shareLinkId, urls } = await made('createSiteShareLink', { siteId }, { name: 'Friends' })
    return { ...(await open(siteId, `${new URL(urls.published).pathname}/start`)), shareLinkId }
  },
  async 'a token of a visitor'() {
    const siteId = await publish('visitor-auth')
    const { privateKey } = await made('getSitePublishingAuthById', { siteId })
    return open(siteId, `/sites/${siteId}/start`, jwt.sign({}, privateKey, { expiresIn: '1h' }))
  },
  async 'a preview'() {
    const siteId = await publish('visitor-auth')
    const { userId, lent } = await newMember()
    const { url } = await api.made('getSitePublishingPreviewById', lent.token, { params: { organizationId, siteId } })
    const jwtToken = new URL(url).searchParams.get('jwt_token') ?? ''
    const opened = await open(siteId, `/sites/${siteId}/start`, jwtToken)
    return { ...opened, member: { userId, tokenId: lent.id } }
  },
  async 'a member'() {
    const siteId = await publish('members')
    const { userId, lent } = await newMember()
    const { urls } = await made('getSiteById', { siteId })
    const path = `${new URL(urls.published).pathname}/start`
    const browser = openSiteBrowser(world)
    const page = await browser.get(`http://quire.test${path}`)
    const { to: url, state } = Object.fromEntries(new URL(page.location).searchParams)
    const end = await api.made('createSiteVisit', lent.token, { body: { url, state } })
    await browser.get(end.url)
    const body = { url: `http://quire.test${path}` }
    const { apiToken: siteToken } = await api.made('resolvePublishedContentByUrl', lent.token, { body })
    const cookie = `quire-visitor=${browser.cookiesFor(body.url)['quire-visitor']}`
    const member = { userId, tokenId: lent.id }
    return { siteId, path, cookie, siteToken, visitor: {}, member, isInternal: true as const }
  },
} satisfies Record<string, () => Promise<Opened>>

const turnInto =
  (visibility: Visibility) =>
  ({ siteId }: Opened) =>
    made('updateSiteById', { siteId }, { visibility })
const changeMember =
  (body: object) =>
  ({ member }: Opened) =>
    made('updateMemberInOrganizationById', { userId: member?.userId }, body)

const ends: Record<string, (one: Opened) => Promise<unknown>> = {
  'the site is taken offline': ({ siteId }) => made('unpublishSite', { siteId }),
  'the site is deleted': ({ siteId }) => made('deleteSiteById', { siteId }),
  'the site is for holders of links': turnInto('share-link'),
  'the site is for known visitors': turnInto('visitor-auth'),
  'the link is deleted': ({ siteId, shareLinkId }) => made('deleteSiteShareLinkById', { siteId, shareLinkId }),
  'the link is turned off': ({ siteId, shareLinkId }) =>
    made('updateSiteShareLinkById', { siteId, shareLinkId }, { active: false }),
  'the key is changed': ({ siteId }) => made('regenerateSitePublishingAuthById', { siteId }),
  'the access token is revoked': async ({ member }) => {
    const { token } = await world.person(`member-${people}@example.com`, 'Member')
    await api.made('revokeAccessToken', token, { params: { tokenId: member?.tokenId ?? '' } })
  },
  'the member is removed': ({ member }) => made('removeMemberFromOrganizationById', { userId: member?.userId }),
  'the member is disabled': changeMember({ disabled: true }),
  'the member may read nothing any more': changeMember({ role: null }),
  'single sign-on is demanded': () => made('updateOrganizationById', {}, { sso: true }),
}

const ofSites = ['the site is taken offline', 'the site is deleted']
const ofMembers = [
  ...['the access token is revoked', 'the member is removed', 'the member is disabled'],
  ...['the member may read nothing any more', 'single sign-on is demanded'],
]
const cases: [opener: keyof typeof openers, end: string][] = [
  ...[...ofSites, 'the site is for holders of links', 'the site is for known visitors'].map((end) => [
    'an address',
    end,
  ]),
  ...[...ofSites, 'the site is for known visitors', 'the link is deleted', 'the link is turned off'].map((end) => [
    'a share link',
    end,
  ]),
  ...[...ofSites, 'the site is for holders of links', 'the key is changed'].map((end) => ['a token of a visitor', end]),
  ...['the site is deleted', ...ofMembers].map((end) => ['a preview', end]),
  ...[...ofSites, 'the site is for holders of links', ...ofMembers].map((end) => ['a member', end]),
] as never

/** The statuses of everything that was opened: the page, content and structure by token, a tool, and the address again. */
async function statuses({ siteId, path, cookie, siteToken, visitor, isInternal }: Opened) {
  const tool = fetch(`${world.gateways[0]}/sites/${siteId}/-/mcp`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${siteToken}`, 'content-type': 'application/json' },
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const answers = await Promise.all([
    visit({ path, cookie }),
    api.send('getCurrentRevision', siteToken, { params: { spaceId } }),
    api.send('listPages', siteToken, { params: { spaceId } }),
    api.send('getSiteStructure', siteToken, { params: { organizationId, siteId } }),
    tool,
    ...(isInternal
      ? []
      : [api.send('resolvePublishedContentByUrl', undefined, { body: { url: `http://quire.test${path}`, visitor } })]),
  ])
  return answers.map(({ status }) => status)
}

test.each(cases)('what %s opened ends with the next request once %s', async (opener, end) => {
  const opened = await openers[opener]()
  for (const status of await statuses(opened)) expect(status).toBe(200)
  await ends[end]?.(opened)
  try {
    // 303 sends a person to sign in.
    for (const status of await statuses(opened)) expect([303, 401, 403, 404]).toContain(status)
  } finally {
    if (end === 'single sign-on is demanded') await made('updateOrganizationById', {}, { sso: false })
  }
})

test('a visit, and what it opened, last no longer than the token of the visitor', async () => {
  const siteId = await publish('visitor-auth')
  const { privateKey } = await made('getSitePublishingAuthById', { siteId })
  const exp = Math.floor(Date.now() / 1000) + 600
  const { siteToken, path } = await open(siteId, `/sites/${siteId}/start`, jwt.sign({ exp }, privateKey))
  // Five seconds for requests under way.
  expect(jwt.decode(siteToken)).toMatchObject({ exp: exp + 5 })
  for (const [ago, status] of [
    [-60, 200],
    [10, 404],
    [30, 404],
  ]) {
    const token = jwt.sign({ exp: Math.floor(Date.now() / 1000) - Number(ago) }, privateKey)
    expect([ago, (await visit({ path, cookie: `quire-visitor=${token}` })).status]).toEqual([ago, status])
  }
})

test('a wrong token in the address leaves the visit of a cookie alone, and one without a visit is refused', async () => {
  const siteId = await publish('visitor-auth')
  const path = `/sites/${siteId}/start`
  const { privateKey } = await made('getSitePublishingAuthById', { siteId })
  const sign = (options: jwt.SignOptions, key = privateKey) => jwt.sign({}, key, { expiresIn: '1h', ...options })
  const crit = { header: { alg: 'HS256', crit: ['exp'] } } as unknown as jwt.SignOptions
  const { cookie } = await open(siteId, path, sign({}))
  const wrong = {
    none: '',
    nonsense: 'nonsense',
    expired: sign({ expiresIn: -60 }),
    'of another key': sign({}, 'ab'.repeat(32)),
    'with extensions that nobody knows': sign(crit),
    'an access token': ada.token,
  }
  for (const [name, token] of Object.entries(wrong)) {
    const address = `${path}?jwt_token=${token}&q=1`
    const led = await visit({ path: address, cookie })
    const answer = [name, led.status, led.headers.get('location'), led.headers.get('set-cookie')]
    expect(answer).toEqual([name, 303, `${path}?q=1`, null])
    expect((await visit({ path: address })).status).toBe(404)
    // A cookie of this name that another path or host has set ends the visit no more than that.
    const tossed = `quire-visitor=${token}; quire-visitor=x; ${cookie}`
    expect([name, (await visit({ path, cookie: tossed })).status]).toEqual([name, 200])
  }
  const another = await visit({ path: `${path}?jwt_token=${sign({ jwtid: 'another' })}`, cookie })
  expect(another.headers.get('set-cookie')).toMatch(/^quire-visitor=/)
  await made('updateSitePublishingAuthById', { siteId }, { fallbackURL: 'https://login.example.com/' })
  const sent = await visit({ path: `${path}?jwt_token=nonsense` })
  expect([sent.status, sent.headers.get('location')]).toEqual([307, 'https://login.example.com/?location=%2Fstart'])
})
