import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import { type Caller, createLog, sessionHash } from '@quire/kit'
import { startOpenIdProvider } from '@quire/world/openid-provider'
import type { ServiceTest } from '@quire/world/service-test'
import { checkOidc, OidcConfig } from '../../src/oidc/config.ts'
import { openOidc } from '../../src/oidc/oidc-client.ts'
import { newState } from '../../src/oidc/oidc-state.ts'
import { addOrganization, addPerson, signInsBy, sqlOf, startIdentity } from '../support.ts'

let provider: Awaited<ReturnType<typeof startOpenIdProvider>>
let identity: ServiceTest
let ada: string
let aheadMs = 0
beforeAll(async () => {
  provider = await startOpenIdProvider('http://docs.example.com/sign-in/oidc')
  const env = {
    ...provider.settings,
    OIDC_LABEL: 'Corporate',
  }
  identity = await startIdentity(env, { now: () => new Date(Date.now() + aheadMs) })
  ada = await addPerson(identity, 'Ada Lovelace')
})
afterAll(async () => {
  await identity?.stop()
  provider.stop()
})

const browser = (name = 'browser'): Caller => ({ kind: 'none', scope: 'full', address: '203.0.113.7', browser: name })
const begin = async (as = browser()): Promise<string> =>
  (await identity.call(operations.beginOidcSignIn, { as })).body.url
const verified = (email: string) => ({ email, email_verified: true, name: 'Somebody New' })
const finish = (answer: URLSearchParams | object, as = browser()) =>
  identity.call(operations.signInWithOidc, {
    as,
    body: answer instanceof URLSearchParams ? Object.fromEntries(answer) : answer,
  })
async function personOf(headers: Headers) {
  const [, secret = ''] = /^quire=([^;]*)/.exec(headers.get('set-cookie') ?? '') ?? []
  return sqlOf(identity)
    .selectFrom('session')
    .innerJoin('token', 'token.id', 'session.id')
    .innerJoin('user', 'user.id', 'token.user_id')
    .select(['user.id', 'user.email', 'user.display_name', 'session.method'])
    .where('session.hash', '=', sessionHash(secret))
    .executeTakeFirst()
}

test('a person signs in at the provider, with a verifier, and gets the session of their account', async () => {
  const methods = await identity.call(operations.getSignInMethods, { as: browser() })
  expect(methods.body.oidc).toEqual({ label: 'Corporate' })
  const url = new URL(await begin())
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    ...{ response_type: 'code', code_challenge_method: 'S256', scope: 'openid email profile', client_id: 'quire' },
    redirect_uri: 'http://docs.example.com/sign-in/oidc',
  })
  const before = await signInsBy(identity, 'oidc')
  const answer = await provider.signIn(url.href, verified('Ada.Lovelace@example.com'))
  const { status, headers, body } = await finish(answer)
  expect([status, body.method]).toEqual([201, 'oidc'])
  expect(await personOf(headers)).toMatchObject({ id: ada, method: 'oidc' })
  // The provider accepts a code once.
  expect((await finish(answer)).status).toBe(400)
  const after = { accepted: before.accepted + 1, refused: before.refused + 1 }
  expect(await signInsBy(identity, 'oidc')).toEqual(after)
})

test('an invited person gets an account with the name that the provider has, and a stranger none', async () => {
  const organizationId = await addOrganization(identity, ada)
  const body = { emails: ['new@example.org'] }
  await identity.call(operations.inviteUsersToOrganization, { as: ada, params: { organizationId }, body })
  const { headers } = await finish(await provider.signIn(await begin(), verified('new@example.org')))
  expect(await personOf(headers)).toMatchObject({ email: 'new@example.org', display_name: 'Somebody New' })
  const before = await signInsBy(identity, 'oidc')
  const stranger = await finish(await provider.signIn(await begin(), verified('stranger@nowhere.example')))
  expect([stranger.status, stranger.headers.get('set-cookie')]).toEqual([403, null])
  expect(await signInsBy(identity, 'oidc')).toEqual({ ...before, refused: before.refused + 1 })
})

test('a stranger gets an account where signing up is open, and is in no organization', async () => {
  const signUp = async () => {
    const { headers } = await finish(await provider.signIn(await begin(), verified('stranger@open.example')))
    return (await personOf(headers))?.email
  }
  expect((await identity.call(operations.getSignInMethods, { as: browser() })).body.signUp).toBe('invited')
  expect(await signUp()).toBeUndefined()
  identity.env.SIGN_UP = 'open'
  await identity.restart()
  expect((await identity.call(operations.getSignInMethods, { as: browser() })).body.signUp).toBe('open')
  expect(await signUp()).toBe('stranger@open.example')
  // Whoever has an account keeps it when signing up ends.
  delete identity.env.SIGN_UP
  await identity.restart()
  expect(await signUp()).toBe('stranger@open.example')
  const members = sqlOf(identity).selectFrom('member').innerJoin('user', 'user.id', 'member.user_id')
  expect(await members.select('member.id').where('user.email', '=', 'stranger@open.example').execute()).toEqual([])
})

test.each([
  ['has not verified', { email: 'ada.lovelace@example.com', email_verified: false }],
  ['says nothing about', { email: 'ada.lovelace@example.com' }],
  ['does not name', { email_verified: true }],
])('an address that the provider %s signs nobody in', async (_, claims) => {
  const { status, headers } = await finish(await provider.signIn(await begin(), claims))
  expect([status, headers.get('set-cookie')]).toEqual([400, null])
})

test('an answer counts in the browser that began, within ten minutes, and with its own state alone', async () => {
  const account = verified('ada.lovelace@example.com')
  const answer = await provider.signIn(await begin(browser('victim')), account)
  expect((await finish(answer, browser('attacker'))).status).toBe(400)
  const own = new URL(await begin(browser('attacker'))).searchParams.get('state') ?? ''
  // With the attacker's state the verifier is not the one that the provider asks for.
  expect((await finish({ code: answer.get('code'), state: own }, browser('attacker'))).status).toBe(400)
  const late = await provider.signIn(await begin(), account)
  aheadMs = 10 * 60_000
  const { status } = await finish(late)
  aheadMs = 0
  expect(status).toBe(400)
  expect((await finish(late)).status).toBe(201)
})

test('an answer in the name of another provider is refused', async () => {
  const answer = await provider.signIn(await begin(), verified('ada.lovelace@example.com'))
  const iss = 'https://evil.example'
  expect((await finish({ code: answer.get('code'), state: answer.get('state'), iss })).status).toBe(400)
})

test('a provider of which a setting is missing is refused at the start', () => {
  const problems = checkOidc(OidcConfig.parse({ OIDC_ISSUER: 'https://login.example' }))
  expect(problems.map(({ variable }) => variable)).toEqual(['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])
})

test('without an answer of the provider signing in is refused for the moment, and other ways stay', async () => {
  const settings = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'quire', OIDC_CLIENT_SECRET: 'x' }
  const config = OidcConfig.parse({ ...settings, OUTBOUND_ALLOW: '127.0.0.1:9' })
  const away = openOidc({ ...config, PUBLIC_URL: 'http://docs.example.com' }, createLog('test', 'silent'))
  const secrets = newState(createSecretKey(randomBytes(32)), 'browser', new Date())
  await expect(away?.addressFor(secrets)).rejects.toMatchObject({ status: 503 })
})
