import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Principal, secretKey, signPrincipal } from '../src/index.ts'
import { ownerOperations, type Pair, principalFor, startPair } from './support/pair.ts'

let pair: Pair

beforeAll(async () => {
  pair = await startPair()
})
afterAll(() => pair.stop())

const { listThings, createThing, feed } = ownerOperations
const list = async (principal: string | null) => (await pair.owner.call(listThings, { principal })).status
const principal: Principal = {
  caller: { userId: 'ada', kind: 'user', scope: 'full' },
  operation: 'listThings',
  method: 'GET',
  path: '/v1/things',
}
const keyOf = (service: string) => secretKey(pair.configs.owner, `principal-${service}.key`)
const sign = (more: Partial<Principal>, key = keyOf('identity'), service = 'identity') =>
  signPrincipal(key, service, { ...principal, ...more })
const fieldsOf = (signed: string) => JSON.parse(Buffer.from(signed.split('.')[0] ?? '', 'base64url').toString())
const macOf = (signed: string) => signed.split('.')[1] ?? ''
/** The same principal with other fields, under its old HMAC. */
const tampered = (signed: string, more: object) =>
  `${Buffer.from(JSON.stringify({ ...fieldsOf(signed), ...more })).toString('base64url')}.${macOf(signed)}`
/** A principal that is signed with the service's key, but not in the gateway's format. */
function expired() {
  const fields = Buffer.from(JSON.stringify({ ...principal, until: Date.now() - 1 })).toString('base64url')
  const mac = createHmac('sha256', keyOf('identity')).update(`identity.${fields}`).digest('base64url')
  return `${fields}.${mac}`
}

test('the principal that the gateway signs is believed', async () => {
  expect(await list(sign({}))).toBe(200)
})

test('a principal is good for half a minute', () => {
  const { until } = fieldsOf(sign({}))
  expect(until).toBeGreaterThan(Date.now())
  expect(until).toBeLessThanOrEqual(Date.now() + 30_000)
})

test('an expired principal is refused for a while, because the client cannot help it', async () => {
  const { status, headers } = await pair.owner.call(listThings, { principal: expired() })
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])
})

test.each<[string, () => string | null]>([
  ['none', () => null],
  ['one that is no principal', () => 'not.a.principal'],
  ['one whose time was prolonged', () => tampered(expired(), { until: Date.now() + 30_000 })],
  [
    'one whose caller was changed',
    () => tampered(sign({}), { caller: { userId: 'bob', kind: 'user', scope: 'full' } }),
  ],
  ['one signed with another service’s key', () => sign({}, keyOf('content'))],
  ['one for another service', () => sign({}, keyOf('identity'), 'content')],
  ['one for another operation', () => sign({ operation: 'createThing' })],
  ['one for another path', () => sign({ path: '/v1/things/other' })],
  ['one for another method', () => sign({ method: 'POST' })],
  ['one without an HMAC', () => sign({}).replace(/\..*/, '')],
  ['one with an empty HMAC', () => sign({}).replace(/\..*/, '.')],
  ['one with half an HMAC', () => sign({}).slice(0, -20)],
  ['one with something behind the HMAC', () => `${sign({})}.more`],
])('%s is refused with 401', async (_, signed) => {
  expect(await list(signed())).toBe(401)
})

test('a person’s principal does not open what is for services, nor a service’s what is for people', async () => {
  const person = sign({ operation: 'feed', path: '/internal/feed' })
  expect((await pair.owner.call(feed, { principal: person })).status).toBe(401)
  expect((await pair.owner.call(feed)).status).toBe(200)
  expect(await list(sign({}, secretKey(pair.configs.owner, 'internal.key')))).toBe(401)
})

test('what is for one service is refused to the others, and to one that does not say its name', async () => {
  const key = secretKey(pair.configs.owner, 'internal.key')
  const asked = { operation: 'feed', path: '/internal/feed' }
  for (const service of ['sites', 'identity', undefined] as const) {
    const principal = sign({ ...asked, caller: { kind: 'service', scope: 'full', service } }, key)
    expect((await pair.owner.call(feed, { principal })).status).toBe(401)
  }
  const principal = sign({ ...asked, caller: { kind: 'service', scope: 'full', service: 'content' } }, key)
  expect((await pair.owner.call(feed, { principal })).status).toBe(200)
})

test('a token that may only read writes nothing', async () => {
  const caller = { userId: 'ada', kind: 'user', scope: 'read' } as const
  const principal = principalFor(pair.configs.owner, createThing, {}, { caller })
  expect((await pair.owner.call(createThing, { principal, body: { title: 'x' } })).status).toBe(403)
})
