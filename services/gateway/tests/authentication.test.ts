import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { revocationKey, secretKey, verifyPrincipal } from '@quire/kit'
import jwt from 'jsonwebtoken'
import type { RunningGateway } from '../src/app.ts'
import { sites } from './operations.ts'
import { jwk, tokenFor } from './test-secrets.ts'
import { openWorld, send, type World } from './world.ts'

let world: World
let gateway: RunningGateway

beforeAll(async () => {
  world = await openWorld()
  gateway = await world.gateway({ RATE_LIMIT: '0' })
})
afterAll(() => world.close())

async function expectRefused(token: string, message: RegExp) {
  const reply = await send(gateway, '/v1/echo/1', { token })
  expect(reply.status).toBe(401)
  expect(reply.json).toEqual({ error: { code: 401, message: expect.stringMatching(message) } })
  expect(reply.headers['www-authenticate']).toMatch(/^Bearer/)
}

test('a token is passed on as the principal of exactly this request', async () => {
  const token = world.token('ada', { kind: 'saml', scope: 'read', org: 'org-1' })
  const reply = await send(gateway, '/v1/echo/1?x=%2F', { token })
  expect(reply.status).toBe(200)
  const { jti } = jwt.decode(token, { json: true }) ?? {}
  expect(reply.json).toMatchObject({
    url: '/v1/echo/1?x=%2F',
    principal: {
      caller: { userId: 'ada', kind: 'saml', scope: 'read', organizationId: 'org-1', tokenId: jti },
      operation: 'echo',
      method: 'GET',
      path: '/v1/echo/1',
    },
  })
})

test('operations called on the caller’s behalf get principals of their own, for their owner and without a path', async () => {
  const reply = await send(gateway, '/v1/write', { method: 'POST', token: world.token('ada') })
  const { principal } = reply.json as { principal: { calls: Record<string, string> } }
  const makeSite = { operation: sites.makeSite, method: 'POST', path: '/v1/known-to-its-owner-alone' }
  const key = (service: string) => secretKey({ SECRETS_DIR: world.secrets.dir }, `principal-${service}.key`)
  const called = verifyPrincipal(key('sites'), 'sites', principal.calls.makeSite, makeSite)
  expect(called).toMatchObject({ caller: { userId: 'ada' }, operation: 'makeSite', method: 'POST' })
  expect(called.path).toBeUndefined()
  expect(() => verifyPrincipal(key('content'), 'content', principal.calls.makeSite, makeSite)).toThrow('not valid')
})

test('no token, or something else than a bearer token, is refused', async () => {
  const none = await send(gateway, '/v1/echo/1')
  const basic = await send(gateway, '/v1/echo/1', { headers: { authorization: 'Basic YTpi' } })
  expect([none.status, basic.status]).toEqual([401, 401])
  expect(none.headers['www-authenticate']).toBe('Bearer')
})

const claimsOf = (token: string) => jwt.decode(token, { json: true }) ?? {}
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token put together by hand, as attackers do, because the library refuses to sign most of these. */
function forged(header: object, sign: (signed: string) => string): string {
  const signed = `${encode({ typ: 'JWT', ...header })}.${encode(claimsOf(world.token('ada')))}`
  return `${signed}.${sign(signed)}`
}

test.each(['none', 'None', 'NONE', ''])('an unsigned token is refused, its algorithm called "%s"', async (alg) => {
  await expectRefused(
    forged({ alg, kid: 'one' }, () => ''),
    /not valid/,
  )
})

test('a token signed with the public key as if it were a shared secret is refused', async () => {
  const { publicKey } = world.secrets
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const secrets = [pem, pem.trim(), Buffer.from(String(publicKey.export({ format: 'jwk' }).n), 'base64url')]
  for (const secret of secrets) {
    const sign = (signed: string) => createHmac('sha256', secret).update(signed).digest('base64url')
    await expectRefused(forged({ alg: 'HS256', kid: 'one' }, sign), /not valid/)
  }
})

test.each(['RS384', 'RS512', 'PS256'] as const)(
  'a token of the right key by another algorithm, %s, is refused',
  async (algorithm) => {
    await expectRefused(tokenFor(world.secrets, 'ada', {}, { algorithm }), /not valid/)
  },
)

test('a key that a token brings along, or says where to fetch, counts for nothing', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const sign = (signed: string) => createSign('sha256').update(signed).sign(privateKey, 'base64url')
  const own = jwk(publicKey, 'one')
  const { url } = world.keys
  for (const more of [{ jwk: own }, { jku: url }, { x5u: url }, { jwk: own, kid: undefined }])
    await expectRefused(forged({ alg: 'RS256', kid: 'one', ...more }, sign), /not valid/)
})

test.each([
  ['of an inherited property', '__proto__'],
  ['that is a path', '../../token-signing.pem'],
  ['that is a device', '/dev/null'],
  ['that ends early', 'one\u0000'],
  ['in other letters', 'ONE'],
  ['that is empty', ''],
  ['that is a list', ['one']],
  ['that is an object', { toString: 'one' }],
  ['that is a number', 1],
])('a key id %s finds no key', async (_, kid) => {
  const sign = (signed: string) => createSign('sha256').update(signed).sign(world.secrets.privateKey, 'base64url')
  await expectRefused(forged({ alg: 'RS256', kid }, sign), /not valid/)
})

test.each(['null', '"ada"', '1', '[]', 'no JSON'])(
  'a token that holds %s is refused, signed or not',
  async (payload) => {
    const signed = `${encode({ typ: 'JWT', alg: 'RS256', kid: 'one' })}.${Buffer.from(payload).toString('base64url')}`
    const signature = createSign('sha256').update(signed).sign(world.secrets.privateKey, 'base64url')
    for (const end of [signature, 'x']) await expectRefused(`${signed}.${end}`, /not valid|another purpose/)
  },
)

test('the same token by hand with the right key and its id is accepted', async () => {
  const sign = (signed: string) => createSign('sha256').update(signed).sign(world.secrets.privateKey, 'base64url')
  const token = forged({ alg: 'RS256', kid: 'one' }, sign)
  expect((await send(gateway, '/v1/echo/1', { token })).status).toBe(200)
})

test('an expired token is refused with what to do', async () => {
  await expectRefused(tokenFor(world.secrets, 'ada', {}, { expiresIn: -1 }), /expired: create a new one/)
})

test('a token that expires while it is remembered is refused then', async () => {
  const token = world.token('ada')
  expect((await send(gateway, '/v1/echo/1', { token })).status).toBe(200)
  const { exp = 0 } = jwt.decode(token, { json: true }) ?? {}
  const clock = jest.spyOn(Date, 'now').mockReturnValue(exp * 1000)
  try {
    await expectRefused(token, /expired/)
  } finally {
    clock.mockRestore()
  }
})

test('a token for another audience or of another issuer is refused', async () => {
  await expectRefused(tokenFor(world.secrets, 'ada', {}, { audience: 'quire-visitor' }), /another purpose/)
  await expectRefused(tokenFor(world.secrets, 'ada', {}, { issuer: 'someone' }), /not valid/)
})

test('a token signed with another key is refused', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await expectRefused(tokenFor({ ...world.secrets, privateKey }, 'ada'), /not valid/)
})

test('a token without a user or an id is refused', async () => {
  await expectRefused(tokenFor(world.secrets, ''), /not valid/)
  await expectRefused(tokenFor(world.secrets, 'ada', {}, { jwtid: '' }), /not valid/)
})

test('a token with a limit that the gateway does not know is refused rather than taken without it', async () => {
  await expectRefused(world.token('ada', { spaceId: 'space-1' }), /not valid/)
  await expectRefused(world.token('ada', { scope: 'comment' }), /not valid/)
})

test('made-up key ids do not make the gateway ask identity each time', async () => {
  const before = world.keys.fetched()
  const ids = ['two', 'three', 'four', 'five']
  await Promise.all(ids.map((keyid) => expectRefused(tokenFor(world.secrets, 'ada', {}, { keyid }), /not valid/)))
  expect(world.keys.fetched() - before).toBeLessThanOrEqual(1)
})

test('a key that identity added later is found', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  world.secrets.publicKeys.push(jwk(publicKey, 'later'))
  const late = await world.gateway()
  const token = tokenFor({ ...world.secrets, privateKey }, 'ada', {}, { keyid: 'later' })
  expect((await send(late, '/v1/echo/1', { token })).status).toBe(200)
})

test('the token of a withdrawn key is refused also where it was just accepted', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { publicKeys } = world.secrets
  publicKeys.push(jwk(publicKey, 'leaving'))
  await world.callTheRoll()
  const token = tokenFor({ ...world.secrets, privateKey }, 'ada', {}, { keyid: 'leaving' })
  expect((await send(gateway, '/v1/echo/1', { token })).status).toBe(200)
  publicKeys.pop()
  const holders = await world.callTheRoll()
  expect(holders.map(({ kids }) => kids)).toEqual(holders.map(() => publicKeys.map(({ kid }) => kid)))
  await expectRefused(token, /not valid/)
})

test('a revoked token is refused at every gateway, also where it was just accepted', async () => {
  const other = await world.gateway()
  const token = world.token('ada')
  for (const one of [gateway, other]) expect((await send(one, '/v1/echo/1', { token })).status).toBe(200)
  const { jti = '' } = jwt.decode(token, { json: true }) ?? {}
  const key = revocationKey('identity.token', jti)
  await world.bus.revocations.put(key, '')
  for (const one of [gateway, other]) {
    await one.revocations.learned(key)
    const reply = await send(one, '/v1/echo/1', { token })
    expect(reply.status).toBe(401)
    expect(reply.text).toMatch(/revoked/)
  }
})

test('before the revocations are known no token is accepted', async () => {
  await world.bus.revocations.delete('seeded')
  const early = await world.start()
  const reply = await send(early, '/v1/echo/1', { token: world.token('ada') })
  expect(reply.status).toBe(503)
  expect(reply.headers['retry-after']).toBe('1')
  expect((await send(early, '/readyz')).json).toMatchObject({ parts: { revocations: 'missing' } })
  await world.bus.revocations.put('seeded', '')
  await early.revocations.learned('seeded')
  expect((await send(early, '/readyz')).status).toBe(200)
})

test('a public operation needs no token, ignores a bad one and knows the caller of a good one', async () => {
  const none = await send(gateway, '/v1/open')
  const bad = await send(gateway, '/v1/open', { token: 'nonsense' })
  const good = await send(gateway, '/v1/open', { token: world.token('ada') })
  for (const reply of [none, bad]) {
    expect(reply.json).toMatchObject({ principal: { caller: { kind: 'none', scope: 'full' } } })
  }
  expect(good.json).toMatchObject({ principal: { caller: { userId: 'ada' } } })
})
