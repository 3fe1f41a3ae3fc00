import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { revocationKey } from '@quire/kit'
import type { RunningGateway } from '../src/app.ts'
import { jwk, tokenFor } from './test-secrets.ts'
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

const generate = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
/** Signs a token with a key that no gateway knows unless the test publishes it. */
const sign = (keyid: string, { privateKey } = generate()) =>
  tokenFor({ ...world.secrets, privateKey }, 'ada', {}, { keyid })
/** Publishes another key; returns a token signed with it. */
function publish(kid: string): string {
  const pair = generate()
  world.secrets.publicKeys.push(jwk(pair.publicKey, kid))
  return sign(kid, pair)
}
const use = async (at: RunningGateway, token: string) => (await send(at, '/v1/echo/1', { token })).status

test('gateways fetch a new key when the roll is called, and say so once tokens of it are good', async () => {
  const token = publish('two')
  const holders = await world.callTheRoll()
  expect(holders.map(({ role, kids }) => ({ role, kids }))).toEqual([
    { role: 'gateway', kids: ['one', 'two'] },
    { role: 'gateway', kids: ['one', 'two'] },
  ])
  const [first, second] = holders
  expect([first?.peers, second?.peers]).toEqual([[second?.id], [first?.id]])
  expect([await use(a, token), await use(b, token)]).toEqual([200, 200])
})

test('a gateway that has the keys answers the roll without fetching them', async () => {
  await world.callTheRoll()
  const fetches: number[] = []
  // Every 10 s the gateways fetch by themselves: between two roll calls at most.
  while (fetches.length < 2) {
    const before = world.keys.fetched()
    expect(await world.callTheRoll()).toHaveLength(2)
    fetches.push(world.keys.fetched() - before)
  }
  expect(Math.min(...fetches)).toBe(0)
})

test('a gateway that is fetching the keys when the roll is called fetches them once more: it may be told what was before', async () => {
  const late = await world.start({ RATE_LIMIT: '0' })
  const { begun, release } = world.keys.hold()
  // A gateway that has just started may have missed keys, so it fetches them for this one.
  const refused = use(late, sign('none'))
  await begun
  const token = publish('new')
  const holders = world.callTheRoll()
  await world.bus.connection.flush()
  release()
  const kids = world.secrets.publicKeys.map(({ kid }) => kid)
  expect((await holders).map((holder) => holder.kids)).toEqual([kids, kids, kids])
  expect([await refused, await use(late, token)]).toEqual([401, 200])
  await late.close()
})

test('a gateway out of reach while keys changed fetches for the first token of a new one, also right after a fetch', async () => {
  const { gateway, link } = await world.gatewayOnLink({ RATE_LIMIT: '0' })
  // A gateway that answers has received its own heartbeat.
  while ((await world.callTheRoll()).length < 3);
  link.hold()
  const headers = { 'if-match': revocationKey('identity.token', 'any') }
  // The answer waits until the silent gateway knows by itself that it may have missed something.
  await send(a, '/v1/echo/1', { method: 'DELETE', token: world.token('ada'), headers })
  // The gateway has just fetched the keys for one that does not exist.
  expect(await use(gateway, sign('none'))).toBe(401)
  expect(await use(gateway, publish('three'))).toBe(200)
  link.release()
  await gateway.close()
})
