import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { SessionCaller } from '@quire/contracts'
import {
  consoleCookie,
  consoleKey,
  consoleKeyFile,
  newCookieValue,
  newId,
  revocationKey,
  secretKey,
  sessionHash,
} from '@quire/kit'
import type { RunningGateway } from '../src/app.ts'
import { openWorld, send, type World } from './world.ts'

let world: World
let gateway: RunningGateway
beforeAll(async () => {
  world = await openWorld()
  gateway = await world.gateway({ RATE_LIMIT: '0', CORS_ORIGINS: 'https://app.example.com' })
})
afterAll(() => world.close())

const origin = 'https://docs.example.com'
const { name } = consoleCookie(origin)
const keyOf = (value: string) => consoleKey(secretKey({ SECRETS_DIR: world.secrets.dir }, consoleKeyFile), value)

/** The headers of a request that the console sends; an undefined header is left out. */
function consoleHeaders(value: string, more: Record<string, string | undefined> = {}): Record<string, string> {
  const all = {
    cookie: `${name}=${value}`,
    'x-quire-console': keyOf(value),
    'sec-fetch-site': 'same-origin',
    ...more,
  }
  return Object.fromEntries(Object.entries(all).flatMap(([one, text]) => (text === undefined ? [] : [[one, text]])))
}

/** A session that identity has, for an hour. */
function session(more: Partial<SessionCaller> = {}) {
  const secret = newCookieValue('session')
  const caller: SessionCaller = {
    ...{ id: newId(), userId: 'ada', kind: 'user', expiresAt: Math.floor(Date.now() / 1000) + 3600 },
    ...more,
  }
  world.keys.sessions.set(sessionHash(secret), caller)
  return { secret, id: caller.id }
}

const echo = (headers: Record<string, string>) => send(gateway, '/v1/echo/1', { headers })
const asked = (secret: string) => world.keys.uses.filter((hash) => hash === sessionHash(secret)).length

test('a session becomes the caller, by one question to identity, and no service sees its secret', async () => {
  const { secret, id } = session({ kind: 'saml', organizationId: 'org-1' })
  const replies = await Promise.all([1, 2, 3].map(() => echo(consoleHeaders(secret, { origin }))))
  for (const { status, headers, json, text } of replies) {
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(json).toMatchObject({
      principal: {
        caller: {
          ...{ userId: 'ada', kind: 'saml', scope: 'full', organizationId: 'org-1' },
          ...{ tokenId: id, isSession: true, tokenExpiresAt: expect.any(Number) },
        },
      },
    })
    for (const hidden of [secret, keyOf(secret)]) expect(text).not.toContain(hidden)
  }
  expect(asked(secret)).toBe(1)
})

test.each<[string, Record<string, string | undefined>]>([
  ['without the key of the page', { 'x-quire-console': undefined }],
  ['with another key', { 'x-quire-console': 'x'.repeat(43) }],
  ['from a foreign page', { 'sec-fetch-site': 'cross-site' }],
  ['from a page of a neighbouring host', { 'sec-fetch-site': 'same-site' }],
  ['from the address bar', { 'sec-fetch-site': 'none' }],
  ['that claims two sources', { 'sec-fetch-site': 'same-origin, cross-site' }],
  ['with a foreign origin', { origin: 'https://evil.example' }],
  ['with an origin that begins alike', { origin: 'https://docs.example.com.evil.example' }],
  ['with the origin of a page that may call the interface', { origin: 'https://app.example.com' }],
  ['with an origin that a browser hides', { origin: 'null' }],
  ['that says nothing about its source', { 'sec-fetch-site': undefined }],
  ['with something else than a token beside', { authorization: 'Basic YTpi' }],
  ['without the cookie', { cookie: undefined }],
])('a request %s is nobody’s', async (_, more) => {
  const { secret } = session()
  expect((await echo(consoleHeaders(secret, more))).status).toBe(401)
  expect(
    (await send(gateway, '/v1/console-only', { method: 'POST', headers: consoleHeaders(secret, more) })).status,
  ).toBe(403)
  expect(asked(secret)).toBe(0)
})

test('an old browser that names only its origin is believed', async () => {
  const { secret } = session()
  expect((await echo(consoleHeaders(secret, { 'sec-fetch-site': undefined, origin }))).status).toBe(200)
})

test('a token beside the cookie is the one that counts', async () => {
  const { secret } = session({ userId: 'victim' })
  const headers = consoleHeaders(secret, { authorization: `Bearer ${world.token('grace')}` })
  expect(Object((await echo(headers)).json).principal.caller).toMatchObject({ userId: 'grace' })
})

test('of several cookies of the name, only the one that fits the page counts', async () => {
  const own = session({ userId: 'ada' })
  const tossed = Array.from({ length: 50 }, () => newCookieValue('session'))
  const cookie = [session({ userId: 'mallory' }).secret, ...tossed, own.secret]
    .map((one) => `${name}=${one}`)
    .join('; ')
  const reply = await echo(consoleHeaders(own.secret, { cookie }))
  expect(Object(reply.json).principal.caller).toMatchObject({ userId: 'ada' })
})

test('the key of one browser does not open the session of another', async () => {
  const [own, stolen] = [session(), session({ userId: 'victim' })]
  expect((await echo(consoleHeaders(stolen.secret, { 'x-quire-console': keyOf(own.secret) }))).status).toBe(401)
})

test('a session that identity does not have, or that has expired, is refused, and asked about once', async () => {
  const unknown = newCookieValue('session')
  for (let count = 0; count < 3; count += 1) expect((await echo(consoleHeaders(unknown))).status).toBe(401)
  expect(asked(unknown)).toBe(1)
  const { secret } = session({ expiresAt: Math.floor(Date.now() / 1000) })
  expect((await echo(consoleHeaders(secret))).status).toBe(401)
})

test('a browser of nobody has no caller, may call what only the console may, and costs identity nothing', async () => {
  const value = newCookieValue('nobody')
  expect((await echo(consoleHeaders(value))).status).toBe(401)
  const reply = await send(gateway, '/v1/console-only', { method: 'POST', headers: consoleHeaders(value) })
  expect([reply.status, Object(reply.json).principal.caller.kind]).toEqual([200, 'none'])
  expect(asked(value)).toBe(0)
})

test('a session that is revoked is refused at once, and its stream ends', async () => {
  const { secret, id } = session()
  const headers = consoleHeaders(secret)
  expect((await echo(headers)).status).toBe(200)
  const request = httpRequest({ host: '127.0.0.1', port: gateway.port, path: '/v1/stream', headers }).end()
  const [reader] = (await once(request, 'response')) as [IncomingMessage]
  const broken = once(reader.resume(), 'error')
  const more = { 'if-match': revocationKey('identity.token', id) }
  await send(gateway, '/v1/echo/1', { method: 'DELETE', token: world.token('grace'), headers: more })
  expect((await echo(headers)).status).toBe(401)
  expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' })
})

test('who is over the limit of an address asks identity nothing more', async () => {
  const strict = await world.gateway({ RATE_LIMIT: '2' })
  const before = world.keys.uses.length
  const statuses: number[] = []
  for (let count = 0; count < 4; count += 1) {
    const headers = consoleHeaders(newCookieValue('session'))
    statuses.push((await send(strict, '/v1/console-only', { method: 'POST', headers })).status)
  }
  expect(statuses).toEqual([200, 200, 429, 429])
  expect(world.keys.uses.length - before).toBe(2)
  await strict.close()
})

test('a published page gets the cookies of its site, and never that of the console', async () => {
  const { secret } = session()
  const cookies = { cookie: `${name}=${secret}; quire-visitor=v;${name} =${secret}` }
  const { json, text } = await send(gateway, '/sites/docs', { headers: consoleHeaders(secret, cookies) })
  expect(json).toMatchObject({ headers: { cookie: 'quire-visitor=v' }, principal: { caller: { kind: 'none' } } })
  expect(text).not.toContain(secret)
  expect(Object((await send(gateway, '/sites/docs', { headers: consoleHeaders(secret) })).json).headers.cookie).toBe(
    undefined,
  )
})

test('no answer but the page of the console may keep a window that a published page opened', async () => {
  for (const path of ['/sites/docs', '/v1/echo/1', '/docs', '/nowhere'])
    expect((await send(gateway, path)).headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
})
