import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SilentAddress, silentAddress } from '@quire/embedded'
import { isOutage } from '../db/outage.ts'
import { askPeerForJson } from './ask-peer.ts'
import { isAway, PeerAgent } from './peer-agent.ts'

let silent: SilentAddress
beforeAll(async () => {
  silent = await silentAddress()
})
afterAll(() => silent.stop())

const ask = (url: string) => askPeerForJson(url, { method: 'GET', headers: {}, signal: new AbortController().signal })
const refusalOf = (url: string) => ask(url).then(String, (error) => error)

test('a peer that takes no connection is an outage after 2 s, later requests are refused at once, and one that is back is asked', async () => {
  const first = await refusalOf(silent.url)
  expect([first.message, isOutage(first)]).toEqual([
    expect.stringMatching(/^127\.0\.0\.1:\d+ accepted no connection within 2000 ms$/),
    true,
  ])
  const later = await refusalOf(silent.url)
  expect([later.message, isOutage(later)]).toEqual([expect.stringMatching(/is known to accept no connections$/), true])
  expect(isAway(silent.url)).toBe(true)
  // Requests beyond the connections of an agent wait in its queue, and are refused one after another.
  const agent = new PeerAgent({ maxSockets: 1 })
  const queued = Array.from({ length: 3 }, () => once(request(silent.url, { agent }).end('body'), 'error'))
  const codes = (await Promise.all(queued)).map(([error]) => error.code)
  expect(codes).toEqual(['EHOSTUNREACH', 'EHOSTUNREACH', 'EHOSTUNREACH'])
  silent.wake()
  while (isAway(silent.url)) await setTimeout(20)
  expect(await ask(silent.url)).toEqual({ status: 200, body: { is: 'back' } })
})

test('a peer that refuses connections is away until one is accepted, and is asked each time', async () => {
  const server = createServer((_, response) => response.end('[]'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  server.close()
  expect(isAway(url)).toBe(false)
  for (let times = 0; times < 2; times += 1) expect(await refusalOf(url)).toMatchObject({ code: 'ECONNREFUSED' })
  expect(isAway(url)).toBe(true)
  await once(server.listen(port, '127.0.0.1'), 'listening')
  expect(await ask(url)).toEqual({ status: 200, body: [] })
  expect(isAway(url)).toBe(false)
  server.close()
  server.closeAllConnections()
})
