import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { leadName } from '@quire/embedded'
import { askPeerForJson } from './ask-peer.ts'
import { PeerAgent } from './peer-agent.ts'

const found = ['127.0.0.2', '127.0.0.3']
const added = '127.0.0.4'
const stopLeading = leadName('replicas.test', found)
const servers: Server[] = []
/** Connections to the address that is added. */
const connections: Socket[] = []
const waiting: { from: IncomingMessage; response: ServerResponse }[] = []
let port = 0

beforeAll(async () => {
  for (const host of [...found, added]) {
    const server = createServer((from, response) => waiting.push({ from, response }))
    await once(server.listen(port, host), 'listening')
    port = (server.address() as AddressInfo).port
    if (host === added) server.on('connection', (socket) => connections.push(socket))
    servers.push(server)
  }
})
afterAll(() => {
  stopLeading()
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

/** Resolves with the requests once so many have arrived. */
async function arrived(count: number) {
  while (waiting.length < count) await Promise.race(servers.map((server) => once(server, 'request')))
  return waiting.splice(0)
}

/** Sends requests at once, and answers them when all have arrived: with the address and the port of the connection. */
async function ask(agent: PeerAgent, count: number): Promise<string[]> {
  const asked = Array.from({ length: count }, async () => {
    const [answer] = await once(request(`http://replicas.test:${port}`, { agent }).end(), 'response')
    return text(answer as IncomingMessage)
  })
  for (const { from, response } of await arrived(count)) {
    response.end(`${from.socket.localAddress} ${from.socket.remotePort}`)
  }
  return (await Promise.all(asked)).toSorted()
}

const addressOf = (answer: string) => answer.split(' ')[0]

test('connections are spread over the addresses that the name has, one that was added comes first, and one that ends connections last', async () => {
  const agent = new PeerAgent({ keepAlive: true, maxAgeMs: Number.POSITIVE_INFINITY })
  const first = await ask(agent, 4)
  expect(first.map(addressOf)).toEqual(['127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.3'])
  found.push(added)
  const more = await ask(agent, 6)
  // The connections that were there are used again.
  expect(more).toEqual(expect.arrayContaining(first))
  expect(more.slice(4).map(addressOf)).toEqual([added, added])
  // A replica that stops ends one connection: the other is given up too, and neither replaced by one to this address.
  connections[0]?.end()
  while (Object.values(agent.freeSockets).flat().length > 4) await setImmediate()
  const last = await ask(agent, 6)
  expect(last).toEqual(expect.arrayContaining(first))
  expect(last.map(addressOf)).not.toContain(added)
  agent.destroy()
})

test('a connection is kept for a while only', async () => {
  const agent = new PeerAgent({ keepAlive: true, maxAgeMs: 0 })
  const [first] = await ask(agent, 1)
  expect(await ask(agent, 1)).not.toEqual([first])
})

test('a replica that says with an answer that it ends is asked no more while another answers', async () => {
  let ending: string | undefined
  /** Asks twice at once; resolves with the addresses that were asked. */
  const addresses = async () => {
    const question = { method: 'GET', headers: {}, signal: new AbortController().signal }
    const asked = Array.from({ length: 2 }, () => askPeerForJson(`http://replicas.test:${port}`, question))
    const requests = (await arrived(2)).map(({ from, response }) => ({ response, at: from.socket.localAddress }))
    ending ??= requests[0]?.at
    for (const { at, response } of requests) {
      response.shouldKeepAlive = at !== ending
      response.end('[]')
    }
    await Promise.all(asked)
    return requests.map(({ at }) => at)
  }
  expect(await addresses()).toContain(ending)
  for (let times = 0; times < 3; times += 1) expect(await addresses()).not.toContain(ending)
})
