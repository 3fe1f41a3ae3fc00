import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createLog, secretKey } from '@quire/kit'
import jwt from 'jsonwebtoken'
import type { RunningGateway } from '../src/app.ts'
import { openPeers, type Peers } from '../src/peers/peers.ts'
import { openWorld, type Reply, send, type World } from './world.ts'

let world: World
let a: RunningGateway
let b: RunningGateway

beforeAll(async () => {
  world = await openWorld()
  a = await world.gateway()
  b = await world.gateway()
})
afterAll(() => world.close())

const write = (at: RunningGateway, user: string, sequence: number, headers = {}) =>
  send(at, '/v1/write', { method: 'POST', token: world.token(user), headers: { prefer: String(sequence), ...headers } })

const positionIn = ({ json }: Reply) => (json as { principal: { position?: object } }).principal.position

async function seenBy(at: RunningGateway, user: string, headers = {}) {
  return positionIn(await send(at, '/v1/echo/1', { token: world.token(user), headers }))
}

test('what a caller wrote through one gateway is waited for by the next request through any other', async () => {
  for (let sequence = 1; sequence <= 20; sequence += 1) {
    const [first, second] = sequence % 2 ? [a, b] : [b, a]
    expect((await write(first, 'marie', sequence)).status).toBe(201)
    expect(await seenBy(second, 'marie')).toEqual({ stream: 'stream-a', sequence })
    expect(await seenBy(first, 'marie')).toEqual({ stream: 'stream-a', sequence })
  }
})

test('an older write does not push a newer one out, and callers do not wait for each other', async () => {
  await write(a, 'grace', 50)
  await write(a, 'grace', 40)
  expect(await seenBy(b, 'grace')).toEqual({ stream: 'stream-a', sequence: 50 })
  expect(await seenBy(b, 'linus')).toBeUndefined()
})

test('calls on the caller’s behalf wait for what the caller has seen', async () => {
  await write(a, 'joan', 7)
  const { json } = await write(b, 'joan', 8)
  const { calls } = (json as { principal: { calls: Record<string, string> } }).principal
  const [fields = ''] = calls.makeSite?.split('.') ?? []
  const called = JSON.parse(Buffer.from(fields, 'base64url').toString())
  expect(called).toMatchObject({ position: { stream: 'stream-a', sequence: 7 } })
})

test('the answer’s header takes a write to another caller, and the service’s own header stays inside', async () => {
  const { headers } = await write(a, 'ada', 77)
  expect(headers['x-quire-position']).toBeUndefined()
  const sent = { 'x-quire-consistency': String(headers['x-quire-consistency']) }
  expect(await seenBy(a, 'alan', sent)).toEqual({ stream: 'stream-a', sequence: 77 })
  expect(await seenBy(a, 'alan')).toBeUndefined()
})

test('a header that the gateway did not make is refused by name, an old one is ignored', async () => {
  const good = String((await write(a, 'ada', 78)).headers['x-quire-consistency'])
  // The last letters of a signature have bits that count for nothing.
  const at = good.lastIndexOf('.') + 1
  const forged = `${good.slice(0, at)}${good[at] === 'A' ? 'B' : 'A'}${good.slice(at + 1)}`
  for (const bad of ['nonsense', forged, jwt.sign({ stream: 's', sequence: 1 }, 'guess')]) {
    const reply = await send(a, '/v1/open', { headers: { 'x-quire-consistency': bad } })
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('X-Quire-Consistency')
  }
  const key = secretKey({ SECRETS_DIR: world.secrets.dir }, 'consistency.key')
  const old = jwt.sign({ stream: 's', sequence: 1 }, key, { audience: 'consistency', expiresIn: -1 })
  expect(await seenBy(a, 'nobody', { 'x-quire-consistency': old })).toBeUndefined()
})

test('a gateway that left is not waited for', async () => {
  const peers = await openPeers(world.bus, createLog('test', 'silent'), () => {})
  const leaving = await world.gateway()
  await knows(peers, 3)
  const before = peers.known()
  await leaving.close()
  // The broker answers a flush after everything that was sent before.
  await world.bus.connection.flush()
  const after = peers.known()
  await peers.close()
  expect(before).toHaveLength(3)
  expect(after).toHaveLength(2)
})

/** Resolves once `peers` knows `count` gateways. A gateway that answered the roll call too late is known a second later. */
async function knows(peers: Peers, count: number) {
  const said = world.bus.connection.subscribe(world.bus.subject('gateways'))
  if (peers.known().length < count) for await (const _ of said) if (peers.known().length === count) break
  said.unsubscribe()
}
