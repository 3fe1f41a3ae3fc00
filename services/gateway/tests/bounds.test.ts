import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { RunningGateway } from '../src/app.ts'
import { openWorld, send, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A request that the service leaves without an answer until the test gives it. */
async function hold(gateway: RunningGateway, userId: string, address = '203.0.113.1') {
  const arrived = once(world.owner.silent, 'request')
  const answered = send(gateway, '/v1/silent', { token: world.token(userId), headers: { 'x-forwarded-for': address } })
  const [response] = await arrived
  return { answered, release: () => void response.end('late') }
}
const ask = (gateway: RunningGateway, userId: string, address = '203.0.113.1') =>
  send(gateway, '/v1/echo/1', { token: world.token(userId), headers: { 'x-forwarded-for': address } })
const proxied = { TRUST_PROXY: '127.0.0.1' }

test('a caller with too much under way waits, then gets 429, and nobody else does', async () => {
  const gateway = await world.gateway({ ...proxied, CALLER_REQUESTS: '1', QUEUE_TIMEOUT_MS: '50' })
  const held = await hold(gateway, 'eve')
  const refused = await ask(gateway, 'eve')
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
  expect(refused.text).toContain('You have 1 requests of this kind under way')
  expect((await ask(gateway, 'bob')).status).toBe(200)
  held.release()
  expect((await held.answered).text).toBe('late')
  expect((await ask(gateway, 'eve')).status).toBe(200)
})

test('what an organization does with its own sign-in of somebody leaves that person all their requests', async () => {
  const gateway = await world.gateway({ ...proxied, CALLER_REQUESTS: '1', QUEUE_TIMEOUT_MS: '50', RATE_LIMIT: '60' })
  const asSignedIn = (org: string) => ({ token: world.token('ada', { kind: 'saml', org }) })
  const arrived = once(world.owner.silent, 'request')
  const held = send(gateway, '/v1/silent', asSignedIn('evil'))
  const [response] = await arrived
  expect((await send(gateway, '/v1/echo/1', asSignedIn('evil'))).status).toBe(429)
  const own = await ask(gateway, 'ada')
  expect([own.status, own.headers['x-ratelimit-remaining']]).toEqual([200, '59'])
  expect((await send(gateway, '/v1/echo/1', asSignedIn('other'))).status).toBe(200)
  response.end('late')
  await held
})

test('a request that waits goes on as soon as the one before it is answered', async () => {
  const gateway = await world.gateway({ ...proxied, CALLER_REQUESTS: '1', QUEUE_TIMEOUT_MS: '60000' })
  const held = await hold(gateway, 'eve')
  const waiting = ask(gateway, 'eve')
  expect((await ask(gateway, 'bob')).status).toBe(200)
  held.release()
  expect((await waiting).status).toBe(200)
})

test('all callers of an address share a bound; networks of one customer of IPv6 count as one address', async () => {
  const bounds = { CALLER_REQUESTS: '1', CALLERS_PER_ADDRESS: '1', QUEUE_TIMEOUT_MS: '50' }
  const gateway = await world.gateway({ ...proxied, ...bounds })
  const held = await hold(gateway, 'eve', '2001:db8:1::1')
  for (const address of ['2001:db8:1::2', '2001:db8:1:ff00::2']) {
    const refused = await ask(gateway, 'mallory', address)
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('Your address has 1')])
  }
  expect((await ask(gateway, 'bob', '2001:db8:ff00::1')).status).toBe(200)
  held.release()
  await held.answered
})

test('where a service has no connection left, a request waits, then gets 503', async () => {
  const bounds = { CALLER_REQUESTS: '1', CALLERS_PER_ADDRESS: '1', QUEUE_TIMEOUT_MS: '50' }
  const gateway = await world.gateway({ ...proxied, ...bounds })
  const held = [await hold(gateway, 'eve', '203.0.113.1'), await hold(gateway, 'mallory', '203.0.113.2')]
  expect(await ask(gateway, 'bob', '203.0.113.3')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  for (const one of held) one.release()
  await Promise.all(held.map(({ answered }) => answered))
})

test('streams count apart from other requests', async () => {
  const gateway = await world.gateway({ CALLER_STREAMS: '1', QUEUE_TIMEOUT_MS: '50' })
  const token = world.token('eve')
  const opened = once(world.owner.streams, 'open')
  const stream = httpRequest({ port: gateway.port, path: '/v1/stream', headers: { authorization: `Bearer ${token}` } })
  stream.on('error', () => undefined).end()
  await opened
  expect((await send(gateway, '/v1/stream', { token })).status).toBe(429)
  expect((await send(gateway, '/v1/echo/1', { token })).status).toBe(200)
  const closed = once(world.owner.streams, 'closed')
  stream.destroy()
  await closed
})

test.each([
  ['small', 1000],
  ['large', 500_000],
])('a %s body that comes too slowly is 408, and the connection ends', async (_, length) => {
  const gateway = await world.gateway({ BODY_GRACE_MS: '50' })
  const socket = connect(gateway.port, '127.0.0.1')
  const token = world.token(`slow ${length}`)
  socket.write(
    `POST /v1/write HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${length}\r\n\r\n{`,
  )
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /)
  await once(socket, 'close')
  await world.owner.reached(`slow ${length}`, 0)
})

test('an answer that is read too slowly is broken off, and so is the request to the service', async () => {
  const gateway = await world.gateway({ ANSWER_GRACE_MS: '50', MIN_BYTES_PER_SECOND: '1000000000' })
  const socket = connect(gateway.port, '127.0.0.1').pause()
  socket.write(`GET /v1/endless HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${world.token('idle')}\r\n\r\n`)
  await world.owner.reached('idle', 1)
  await world.owner.reached('idle', 0)
  socket.destroy()
})

test('a body without a token is read where none is needed, up to 64 kB, and nowhere else', async () => {
  const gateway = await world.gateway()
  const post = (path: string, size: number, headers = {}) =>
    send(gateway, path, { method: 'POST', body: 'x'.repeat(size), headers })
  expect((await post('/v1/open', 60_000)).status).toBe(201)
  expect((await post('/v1/open', 70_000, { 'content-length': '70000' })).status).toBe(413)
  const socket = connect(gateway.port, '127.0.0.1')
  socket.write('POST /v1/write HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{')
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 401 /)
  await once(socket, 'close')
})

test('whoever asks before sending a body hears a refusal, or is told to go on', async () => {
  const gateway = await world.gateway()
  const asked = async (token: string) => {
    const socket = connect(gateway.port, '127.0.0.1')
    socket.write(
      `POST /v1/write HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nExpect: 100-continue\r\nContent-Length: 7\r\n\r\n`,
    )
    const [first] = await once(socket, 'data')
    if (String(first).startsWith('HTTP/1.1 100')) {
      socket.write('{"a":1}')
      const [second] = await once(socket, 'data')
      expect(String(second)).toMatch(/^HTTP\/1\.1 201 /)
    }
    socket.destroy()
    return String(first).slice(0, 12)
  }
  expect([await asked('guess'), await asked(world.token('ada'))]).toEqual(['HTTP/1.1 401', 'HTTP/1.1 100'])
})

test('a request to upgrade is a request like others', async () => {
  const gateway = await world.gateway()
  const headers = { connection: 'upgrade', upgrade: 'websocket' }
  expect((await send(gateway, '/v1/echo/1', { token: world.token('ada'), headers })).status).toBe(200)
})

test('an address with too many connections is told so, and beyond twice as many gets none', async () => {
  const gateway = await world.gateway({ CONNECTIONS_PER_ADDRESS: '1' })
  const idle = connect(gateway.port, '127.0.0.1')
  await once(idle, 'connect')
  const second = await send(gateway, '/v1/open')
  expect(second).toMatchObject({ status: 429, headers: { 'retry-after': '1', connection: 'close' } })
  const surplus = connect(gateway.port, '127.0.0.1')
  await once(surplus, 'connect')
  await expect(send(gateway, '/v1/open')).rejects.toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) })
  for (const socket of [idle, surplus]) socket.destroy()
})

test('all networks of one customer of IPv6 send no more requests without a token than sixteen addresses', async () => {
  const gateway = await world.gateway({ ...proxied, RATE_LIMIT: '1' })
  const from = async (address: string) =>
    (await send(gateway, '/v1/open', { headers: { 'x-forwarded-for': address } })).status
  const networks = Array.from({ length: 17 }, (_, at) => `2001:db8:1:${(at * 256).toString(16)}::1`)
  const statuses: number[] = []
  for (const address of networks) statuses.push(await from(address))
  expect(statuses).toEqual([...Array(16).fill(200), 429])
  expect(await from('2001:db8:2::1')).toBe(200)
})

test('what is nowhere, and what the gateway itself answers, is counted for its address', async () => {
  const gateway = await world.gateway({ RATE_LIMIT: '2' })
  expect((await send(gateway, '/v1/nowhere')).status).toBe(404)
  expect((await send(gateway, '/openapi.json')).status).toBe(200)
  for (const path of ['/v1/nowhere', '/openapi.json', '/docs', '/nowhere'])
    expect([path, (await send(gateway, path)).status]).toEqual([path, 429])
})
