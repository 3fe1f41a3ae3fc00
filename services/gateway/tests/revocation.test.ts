import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId, revocationKey } from '@quire/kit'
import jwt from 'jsonwebtoken'
import type { RunningGateway } from '../src/app.ts'
import { siteTokenFor } from './test-secrets.ts'
import { openWorld, send, type World } from './world.ts'

let world: World
let a: RunningGateway
let b: RunningGateway

beforeAll(async () => {
  world = await openWorld()
  a = await world.gateway({ RATE_LIMIT: '0' })
  b = await world.gateway({ RATE_LIMIT: '0' })
})
afterAll(() => world.close())

const keyOf = (token: string) => revocationKey('identity.token', String(jwt.decode(token, { json: true })?.jti))
const use = async (at: RunningGateway, token: string) => (await send(at, '/v1/echo/1', { token })).status

/** Sends a write whose owner reports the revocation of `keys`. */
const revoke = (at: RunningGateway, keys: string[]) =>
  send(at, '/v1/echo/1', { method: 'DELETE', token: world.token('ada'), headers: { 'if-match': keys.join(' ') } })

test('what an answer says was revoked is refused at every gateway before the bucket tells of it', async () => {
  const tokens = ['ada', 'grace'].map((user) => world.token(user))
  for (const token of tokens) for (const one of [a, b]) expect(await use(one, token)).toBe(200)
  const reply = await revoke(a, ['identity.member.m1', ...tokens.map(keyOf)])
  expect(reply.status).toBe(205)
  expect(Object.keys(reply.headers)).not.toContain('x-quire-revoked')
  for (const token of tokens) for (const one of [b, a]) expect(await use(one, token)).toBe(401)
  expect(await use(b, world.token('ada'))).toBe(200)
})

test('a gateway that was stopped while a token was revoked asks before it accepts the token again', async () => {
  const { gateway, link } = await world.gatewayOnLink()
  const [revoked, good] = [world.token('ada'), world.token('ada')]
  expect(await use(gateway, revoked)).toBe(200)
  link.hold()
  await world.bus.revocations.put(keyOf(revoked), '')
  expect((await revoke(a, [keyOf(revoked)])).status).toBe(205)
  const asked = link.sent(/DIRECT\.GET|MSG\.GET/)
  const replies = Promise.all([use(gateway, revoked), use(gateway, good)])
  await Promise.race([asked, replies])
  link.release()
  expect(await replies).toEqual([401, 200])
})

test('a gateway that cannot reach the broker goes on with what it knows, and after a while accepts no token', async () => {
  const patient = await world.gatewayOnLink()
  const strict = await world.gatewayOnLink({ ACCESS_STALENESS_MAX: '1' })
  const token = world.token('ada')
  for (const { link } of [patient, strict]) link.hold()
  // The answer waits until both gateways are uncertain.
  await revoke(a, [keyOf(world.token('grace'))])
  const [goesOn, refused] = await Promise.all([
    use(patient.gateway, token),
    send(strict.gateway, '/v1/echo/1', { token }),
  ])
  expect([goesOn, refused.status, refused.headers['retry-after']]).toEqual([200, 503, '5'])
  // Not even as nobody, where no token is needed.
  const open = await Promise.all([token, undefined].map((one) => send(strict.gateway, '/v1/open', { token: one })))
  expect(open.map(({ status }) => status)).toEqual([503, 200])
  for (const { link } of [patient, strict]) link.release()
  expect(await use(strict.gateway, token)).toBe(200)
})

/** Opens a stream; undefined if the token was refused. */
async function openStream(token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const request = httpRequest({ host: '127.0.0.1', port: b.port, path: '/v1/stream', headers }).end()
  const opened = once(world.owner.streams, 'open')
  const [reader] = (await once(request, 'response')) as [IncomingMessage]
  if (reader.statusCode !== 200) return void reader.resume()
  await opened
  return { broken: once(reader.resume(), 'error'), closed: once(world.owner.streams, 'closed') }
}

test.each(['its own', "a preview's"])(
  'the open stream of %s access token ends at every gateway when that is revoked',
  async (whose) => {
    const own = world.token('ada')
    const preview = { user: 'ada', token: newId() }
    const stream = await openStream(whose === 'its own' ? own : siteTokenFor(world.secrets, { preview }))
    await revoke(a, [whose === 'its own' ? keyOf(own) : revocationKey('identity.token', preview.token)])
    expect((await stream?.broken)?.[0]).toMatchObject({ code: 'ECONNRESET' })
    await stream?.closed
  },
)

test.each(['an access token', 'a token of a site'])(
  'the open stream of %s ends when the token expires',
  async (kind) => {
    // A busy machine may need longer than a token lives to open its stream.
    for (let expiresIn = 2; ; expiresIn *= 2) {
      const options = { expiresIn }
      const token =
        kind === 'an access token' ? world.token('ada', {}, options) : siteTokenFor(world.secrets, {}, options)
      const stream = await openStream(token)
      if (!stream) continue
      expect((await stream.broken)[0]).toMatchObject({ code: 'ECONNRESET' })
      return stream.closed
    }
  },
)
