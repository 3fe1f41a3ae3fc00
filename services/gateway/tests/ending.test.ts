import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { RunningGateway } from '../src/app.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A client that keeps one connection. */
function clientOf({ port }: RunningGateway) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${world.token('ada')}`, 'content-type': 'application/json' }
  return async function ask() {
    const outgoing = request({ host: '127.0.0.1', port, path: '/v1/write', method: 'POST', headers, agent }).end('{}')
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    const { statusCode: status, headers: got, socket } = answer
    await text(answer)
    return { status, connection: got.connection, socket }
  }
}

test('a client that keeps its connection learns from a complete answer that the gateway ends, and an idle connection ends without an error', async () => {
  const gateway = await world.gateway({ SHUTDOWN_DRAIN_MS: '300', SHUTDOWN_GRACE_MS: '5000' })
  const idle = (await clientOf(gateway)()).socket
  const idleEnd = once(idle, 'close')
  const clients = Array.from({ length: 8 }, () => clientOf(gateway))
  const before = await Promise.all(clients.map((ask) => ask()))
  expect(before.map(({ connection }) => connection)).toEqual(clients.map(() => 'keep-alive'))
  // Each goes elsewhere as soon as an answer says that the connection ends.
  const lasts = clients.map(async (ask) => {
    for (;;) {
      const { status, connection } = await ask()
      if (status !== 201 || connection === 'close') return status
    }
  })
  await gateway.close()
  expect(await Promise.all(lasts)).toEqual(clients.map(() => 201))
  expect(await idleEnd).toEqual([false])
})
