import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newCookieValue, sessionHash } from '@quire/kit'
import { consoleHeaders, createWorld, type Person, type World } from '@quire/world'
import { type Api, apiOf } from './support/api-client.ts'
import { type ConsoleBrowser, openBrowser } from './support/console-browser.ts'
import { type SeededOrganization, seed } from './support/seed.ts'
import { signInMailTo } from './support/sign-in-mails.ts'

let world: World
let api: Api
let ada: Person
let bob: Person
let seeded: SeededOrganization
beforeAll(async () => {
  world = await createWorld({ gateways: 2, env: { SIGN_IN_MAILS_PER_HOUR_OF_ADDRESS: '100' } })
  api = apiOf(world.gateways[0] ?? '', world.env)
  ada = await world.person('ada@example.com', 'Ada Lovelace')
  bob = await world.person('bob@example.com', 'Bob Bemer')
  seeded = await seed(api, ada, 'Acme')
  await asAdmin('inviteUsersToOrganization', { emails: [{ email: bob.email, role: 'read' }] })
})
afterAll(() => world?.close())

const asAdmin = (id: string, body?: object, params: object = {}) =>
  api.made(id, ada.token, { params: { ...seeded, ...params }, ...(body && { body }) })

/** Asks for a mail in a browser; resolves with what it takes to sign in. */
async function askFor(email: string, browser: ConsoleBrowser) {
  let id = ''
  const secrets = await signInMailTo(world, email, async () => {
    id = (await browser.send('requestSignInMail', { body: { email } })).body.id
  })
  return { id, ...secrets }
}

async function signIn(email = bob.email, browser = openBrowser(world)): Promise<ConsoleBrowser> {
  const { id, code } = await askFor(email, browser)
  const { status } = await browser.send('signInWithCode', { body: { id, code } })
  if (status !== 201) throw new Error(`signing in answered ${status}`)
  return browser
}

/** One operation of each service. */
const everywhere = ['getOrganizationById', 'getSpaceById', 'getSiteById', 'getRecommendedQuestionsInOrganization']
async function statusesOf(browser: ConsoleBrowser): Promise<number[]> {
  const params = { ...seeded }
  const answers = [0, 1].flatMap((gateway) => everywhere.map((id) => browser.send(id, { params, gateway })))
  return [...new Set((await Promise.all(answers)).map(({ status }) => status))]
}

test('who signed in with a code has their account in every service, until they sign out, at every gateway', async () => {
  const browser = await signIn()
  expect(await statusesOf(browser)).toEqual([200])
  expect((await browser.send('getAuthenticatedUser')).body.email).toBe(bob.email)
  const { value } = browser
  expect((await browser.send('signOut')).status).toBe(204)
  expect(browser.value).toBe('')
  expect(await statusesOf(openBrowser(world, value))).toEqual([401])
})

test('a session that is ended on another device is refused at every gateway from then on', async () => {
  const [lost, own] = [await signIn(), await signIn()]
  const { items } = (await own.send('listSessionsForAuthenticatedUser')).body
  const other = items.findLast(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  expect((await own.send('endSession', { params: { sessionId: other.id }, gateway: 1 })).status).toBe(205)
  expect([await statusesOf(lost), await statusesOf(own)]).toEqual([[401], [200]])
})

test('of two redemptions of one code at two gateways, one wins', async () => {
  const asking = openBrowser(world)
  const { id, code } = await askFor(bob.email, asking)
  const answers = await Promise.all(
    [0, 1, 0, 1].map((gateway) => openBrowser(world).send('signInWithCode', { body: { id, code }, gateway })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
  expect((await asking.send('signInWithCode', { body: { id, code } })).status).toBe(400)
})

test('a cookie that somebody planted is never that of the session, and stays worth nothing', async () => {
  for (const planted of [newCookieValue('nobody'), newCookieValue('session')]) {
    const browser = await signIn(bob.email, openBrowser(world, planted))
    expect(browser.value).not.toBe(planted)
    expect(await statusesOf(openBrowser(world, planted))).toEqual([401])
  }
})

test('signing in as somebody else in one browser ends the session that it had', async () => {
  const browser = await signIn()
  const before = browser.value
  await signIn(ada.email, browser)
  expect((await browser.send('getAuthenticatedUser')).body.email).toBe(ada.email)
  expect(await statusesOf(openBrowser(world, before))).toEqual([401])
})

/** The headers of requests that a browser sends for pages other than the console, all of them with its cookie. */
const foreign: [page: string, headers: Record<string, string | undefined>][] = [
  [
    'a form of a foreign page',
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', 'x-quire-console': undefined },
  ],
  ['a foreign page that knows a key', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['a page of a neighbouring host', { 'sec-fetch-site': 'same-site', origin: 'http://docs.quire.test' }],
  ['a sandboxed page of the same host', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ['a published page of the same host', { origin: 'http://quire.test', 'x-quire-console': undefined }],
  ['a link', { 'sec-fetch-site': 'none', 'x-quire-console': undefined }],
]

test.each(foreign)('%s acts as nobody, and signs nobody in or out', async (_, headers) => {
  const browser = await signIn()
  const { value } = browser
  const attempts = [
    await browser.send('getAuthenticatedUser', { headers }),
    await browser.send('createAccessToken', { headers, body: { name: 'Stolen' } }),
    await browser.send('endSession', { headers, params: { sessionId: 'any' } }),
  ]
  expect(attempts.map(({ status }) => status)).toEqual([401, 401, 401])
  const { id, code, token } = await askFor(ada.email, openBrowser(world))
  const signing = [
    await browser.send('requestSignInMail', { headers, body: { email: ada.email } }),
    await browser.send('signInWithCode', { headers, body: { id, code } }),
    await browser.send('signInWithLink', { headers, body: { token } }),
    await browser.send('getSignInLinkPurpose', { headers, body: { token } }),
    await browser.send('signOut', { headers }),
  ]
  expect(signing.map(({ status, headers: answered }) => [status, answered.get('set-cookie')])).toEqual(
    Array(5).fill([403, null]),
  )
  expect([browser.value, await statusesOf(browser)]).toEqual([value, [200]])
})

test('the key and the cookie of a session are worth nothing in any other place', async () => {
  const browser = await signIn()
  const own = consoleHeaders(world.env, browser.value)
  const sentAs = (headers: Record<string, string>) =>
    fetch(`${world.gateways[0]}/v1/user`, { headers }).then(({ status }) => status)
  const key = own['x-quire-console'] ?? ''
  for (const secret of [browser.value, key, sessionHash(browser.value)])
    expect(await sentAs({ Authorization: `Bearer ${secret}` })).toBe(401)
  expect(await sentAs({ 'x-quire-console': key, 'sec-fetch-site': 'same-origin' })).toBe(401)
  expect(await sentAs({ ...own, cookie: (own.cookie ?? '').replace('quire=', 'quire-visitor=') })).toBe(401)
  const inside = await fetch(`${world.gateways[0]}/internal/sessions/${sessionHash(browser.value)}`, { method: 'POST' })
  expect(inside.status).toBe(404)
})

test('answers to the console are stored nowhere, framed by nobody, and name no other place to go', async () => {
  const browser = await signIn()
  const answers = [
    await browser.send('getAuthenticatedUser'),
    await browser.send('getSignInMethods'),
    await browser.send('requestSignInMail', { body: { email: ada.email, to: 'https://evil.example' } }),
    await browser.send('signOut', { body: { to: '//evil.example' } }),
  ]
  for (const { status, headers } of answers) {
    expect(status).toBeLessThan(300)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect([headers.get('location'), headers.get('access-control-allow-origin')]).toEqual([null, null])
  }
})

test('an administrator’s link opens their organization alone, and ends with the membership', async () => {
  const email = 'linked@example.com'
  await asAdmin('inviteUsersToOrganization', { emails: [{ email, role: 'read' }] })
  const { url } = await asAdmin('createSignInLink', { email })
  const token = url.slice(url.lastIndexOf('/') + 1)
  const browser = openBrowser(world)
  expect((await browser.send('signInWithLink', { body: { token } })).status).toBe(201)
  expect((await openBrowser(world).send('signInWithLink', { body: { token }, gateway: 1 })).status).toBe(400)
  expect(await statusesOf(browser)).toEqual([200])
  const refused = [
    await browser.send('createAccessToken', { body: { name: 'More' } }),
    await browser.send('createOrganization', { body: { title: 'More' } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403])
  const { id: userId } = (await browser.send('getAuthenticatedUser')).body
  await asAdmin('removeMemberFromOrganizationById', undefined, { userId })
  expect(await statusesOf(browser)).toEqual([401])
})

test('an organization that demands single sign-on refuses sessions like tokens, but for administrators', async () => {
  const [member, administrator] = [await signIn(), await signIn(ada.email)]
  await asAdmin('updateOrganizationById', { sso: true })
  expect([await statusesOf(member), await statusesOf(administrator)]).toEqual([[403], [200]])
  await asAdmin('updateOrganizationById', { sso: false })
  expect(await statusesOf(member)).toEqual([200])
})
