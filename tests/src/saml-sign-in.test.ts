import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import { identityProvider, type TestIdentityProvider } from '@quire/world/identity-provider'
import { type Api, apiOf } from './support/api-client.ts'
import { type SeededOrganization, seed } from './support/seed.ts'

let world: World
let api: Api
let idp: TestIdentityProvider
let admin: Person
let bob: Person
let seeded: SeededOrganization
/** The provider as the organization's administrator sees it. */
let provider: { id: string; service: { acsURL: string; startURL: string; entityID: string } }
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  idp = await identityProvider('corporate')
  admin = await world.person('ada@example.com', 'Ada Lovelace')
  bob = await world.person('bob@example.com', 'Bob Bemer')
  seeded = await seed(api, admin, 'Acme')
  await asAdmin('inviteUsersToOrganization', { emails: [{ email: bob.email, role: 'read' }] })
  await asAdmin('deleteOrganizationSAMLProvider')
  provider = await asAdmin('createOrganizationSAMLProvider', { label: 'Corporate', ...idp.settings })
  await asAdmin('updateOrganizationById', { sso: true, emailDomains: ['new.example'] })
})
afterAll(() => world.close())

const asAdmin = (id: string, body?: object, params = {}) =>
  api.made(id, admin.token, { params: { ...seeded, ...params }, ...(body && { body }) })

/** The position that the users of tokens have seen. */
let seen = ''

/** Opens an address that the system gave, as a browser does. */
function open(address: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address)
  expect(url.origin).toBe('http://quire.test')
  return fetch(`${world.gateways[0]}${url.pathname}${url.search}`, { redirect: 'manual', ...init })
}

/** The address of a page's link. */
const linkOn = (html: string) => (html.match(/<a href="([^"]+)"/)?.[1] ?? '').replaceAll('&amp;', '&')

/** Through the provider and back, as the published addresses lead; answers the token at the end. */
async function signIn(name: string, startURL = provider.service.startURL): Promise<string> {
  const begun = await open(startURL)
  expect(begun.status).toBe(200)
  const metadata = await open(provider.service.entityID)
  expect(metadata.headers.get('content-type')).toContain('application/samlmetadata+xml')
  const SAMLResponse = await idp.answer(linkOn(await begun.text()), await metadata.text(), { name })
  const page = await open(provider.service.acsURL, { method: 'POST', body: new URLSearchParams({ SAMLResponse }) })
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, expect.stringContaining('sha256-')])
  return run(await page.text())
}

/** Runs the command on the page. */
async function run(html: string): Promise<string> {
  const [, command = ''] = html.match(/<pre>([^<]*)<\/pre>/) ?? []
  const parts =
    command
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .match(/'[^']*'/g) ?? []
  const [address = '', , body = ''] = parts.map((part) => part.slice(1, -1))
  const answer = await open(address, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  expect(answer.status).toBe(201)
  seen = answer.headers.get('x-quire-consistency') ?? ''
  const { token, organization } = Object(await answer.json())
  expect(organization).toBe(seeded.organizationId)
  return token
}

/** One operation of each service. */
const everywhere = ['getOrganizationById', 'getSpaceById', 'getSiteById', 'getRecommendedQuestionsInOrganization']
function answersTo(token: string) {
  const headers: Record<string, string> = seen ? { 'x-quire-consistency': seen } : {}
  return Promise.all(everywhere.map((id) => api.send(id, token, { params: seeded, headers })))
}
const statusesFor = async (token: string) => (await answersTo(token)).map(({ status }) => status)

test('every service refuses other tokens with the address where to sign in, and takes the token got there', async () => {
  const refusals = await answersTo(bob.token)
  expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  const said = refusals.map(({ body }) => body.error.message.match(/sign in at (\S+)/)?.[1])
  expect(said).toEqual(Array(4).fill(provider.service.startURL))
  expect(await statusesFor(admin.token)).toEqual([200, 200, 200, 200])
  expect(await statusesFor(await signIn(bob.email, said[0]))).toEqual([200, 200, 200, 200])
})

test('somebody new is a member everywhere from their first request on, and of nothing else', async () => {
  const token = await signIn('newcomer@new.example')
  expect(await statusesFor(token)).toEqual([200, 200, 200, 200])
  const { items } = await api.made('listOrganizationsForAuthenticatedUser', token)
  expect(items).toMatchObject([{ id: seeded.organizationId }])
  expect((await api.send('createAccessToken', token, { body: { name: 'More' } })).status).toBe(403)
})

test('the token ends with the membership, and with the provider', async () => {
  const [left, bereft] = [await signIn(bob.email), await signIn('newcomer@new.example')]
  const { id: userId } = await api.made('getAuthenticatedUser', left)
  await asAdmin('removeMemberFromOrganizationById', undefined, { userId })
  expect(await statusesFor(left)).toEqual([401, 401, 401, 401])
  expect(await statusesFor(bereft)).toEqual([200, 200, 200, 200])
  await asAdmin('deleteOrganizationSAMLProvider', undefined, { samlProviderId: provider.id })
  expect(await statusesFor(bereft)).toEqual([401, 401, 401, 401])
  expect(await statusesFor(bob.token)).toEqual([404, 404, 404, 404])
})
