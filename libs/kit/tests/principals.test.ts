import { afterAll, beforeAll, expect, test } from '@jest/globals'
import jwt from 'jsonwebtoken'
import { secretKey } from '../src/index.ts'
import { ownerOperations, type Pair, principalFor, startPair } from './support.ts'

let pair: Pair

beforeAll(async () => {
  pair = await startPair()
})
afterAll(() => pair.stop())

const { listThings, createThing, feed } = ownerOperations
const list = async (principal: string | null) => (await pair.owner.call(listThings, { principal })).status
const claims = { caller: { userId: 'ada', kind: 'user' }, operation: 'listThings', method: 'GET', path: '/v1/things' }
const keyOf = (service: string) => secretKey(pair.configs.owner, `principal-${service}.key`)
const sign = (more: object, key = keyOf('identity'), options: jwt.SignOptions = {}) =>
  jwt.sign({ ...claims, ...more }, key, { algorithm: 'HS256', audience: 'identity', expiresIn: 30, ...options })

test('the principal that the gateway signs is believed', async () => {
  expect(await list(sign({}))).toBe(200)
})

test.each<[string, () => string | null]>([
  ['none', () => null],
  ['one that is no token', () => 'not.a.token'],
  ['an expired one', () => sign({}, undefined, { expiresIn: -1 })],
  ['one signed with another service’s key', () => sign({}, keyOf('content'))],
  ['one for another service', () => sign({}, keyOf('identity'), { audience: 'content' })],
  ['one for another operation', () => sign({ operation: 'createThing' })],
  ['one for another path', () => sign({ path: '/v1/things/other' })],
  ['one for another method', () => sign({ method: 'POST' })],
  ['one without a signature', () => jwt.sign({ ...claims, aud: 'identity' }, '', { algorithm: 'none', expiresIn: 30 })],
  ['one with another algorithm', () => sign({}, undefined, { algorithm: 'HS512' })],
  ['one without a caller', () => sign({ caller: undefined })],
])('%s is refused with 401', async (_, principal) => {
  expect(await list(principal())).toBe(401)
})

test('a person’s principal does not open what is for services, nor a service’s what is for people', async () => {
  const person = jwt.sign({ ...claims, operation: 'feed', path: '/internal/feed' }, keyOf('identity'), {
    audience: 'identity',
    expiresIn: 30,
  })
  expect((await pair.owner.call(feed, { principal: person })).status).toBe(401)
  expect((await pair.owner.call(feed)).status).toBe(200)
  expect(await list(sign({}, secretKey(pair.configs.owner, 'internal.key')))).toBe(401)
})

test('a token that may only read writes nothing', async () => {
  const caller = { userId: 'ada', kind: 'user', scope: 'read' } as const
  const principal = principalFor(pair.configs.owner, createThing, {}, { caller })
  expect((await pair.owner.call(createThing, { principal, body: { title: 'x' } })).status).toBe(403)
})
