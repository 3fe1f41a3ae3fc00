import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { isOutage } from '../db/outage.ts'
import { askPeer } from './ask-peer.ts'

const asked = new WeakSet<Socket>()
const server = createServer((request, response) => {
  const isReused = asked.has(request.socket)
  asked.add(request.socket)
  if (request.url === '/silent') return
  if (request.url === '/broken' || (request.url === '/restarting' && isReused)) return void request.socket.destroy()
  text(request).then((body) =>
    response.end(`${request.socket.remotePort} ${request.headers['content-length']} ${body}`),
  )
})
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = (path: string, signal: AbortSignal, body?: string) =>
  askPeer(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    ...{ method: 'POST', headers: {}, body, signal },
  })

test('a connection is used again, and who gives up an answer that has come ends nothing of the next one', async () => {
  const over = new AbortController()
  const [port, ...first] = (await text(await ask('/', over.signal, 'für'))).split(' ')
  expect(first).toEqual(['4', 'für'])
  const next = ask('/', new AbortController().signal)
  over.abort()
  expect(await text(await next)).toBe(`${port} 0 `)
})

test('what a peer did not take as it closed a kept connection is asked again over another, and else nothing is', async () => {
  const signal = new AbortController().signal
  const [port] = (await text(await ask('/', signal))).split(' ')
  const [other, ...answer] = (await text(await ask('/restarting', signal, 'once'))).split(' ')
  expect(answer).toEqual(['4', 'once'])
  expect(other).not.toBe(port)
  const broken = await ask('/broken', signal).catch((error: unknown) => error)
  expect(isOutage(broken)).toBe(true)
})

test('a peer that is away, or given up after its time, is an outage', async () => {
  const over = new AbortController()
  const waiting = ask('/silent', over.signal)
  await once(server, 'request')
  over.abort(new DOMException('', 'TimeoutError'))
  const late = await waiting.catch((error: unknown) => error)
  const away = await askPeer('http://127.0.0.1:1', {
    method: 'GET',
    headers: {},
    body: undefined,
    signal: over.signal,
  }).catch((error: unknown) => error)
  const refused = await askPeer('http://127.0.0.1:1', {
    ...{ method: 'GET', headers: {}, body: undefined },
    signal: new AbortController().signal,
  }).catch((error: unknown) => error)
  expect([late, away, refused].map(isOutage)).toEqual([true, true, true])
})
