import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { askPeer } from './ask-peer.ts'
import { peerEvents } from './peer-calls.ts'

let answering: (response: ServerResponse) => void
const server = createServer((_, response) => answering(response.writeHead(200)))
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const never = new AbortController().signal
const events = (signal = never) =>
  peerEvents(
    (until) =>
      askPeer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
        ...{ method: 'GET', headers: {}, body: undefined },
        signal: until,
      }),
    signal,
  )

async function allOf(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const item of items) all.push(item)
  return all
}

test('events come as they were written, whatever parts they arrive in', async () => {
  const bytes = Buffer.from(': still here\n\ndata: {"say":"für"}\n\ndata: {"say":2}\n\nevent: done\ndata: {}\n\n')
  answering = async (response) => {
    for (const byte of bytes) await new Promise((sent) => response.write(Buffer.from([byte]), sent))
    response.end()
  }
  expect(await allOf(events())).toEqual([{ say: 'für' }, { say: 2 }])
})

test('what the other service says went wrong is thrown, and so is a stream that breaks off', async () => {
  answering = (response) => response.end('data: 1\n\nevent: error\ndata: {"error":{"message":"Not now."}}\n\n')
  const refused = events()
  expect((await refused.next()).value).toBe(1)
  await expect(refused.next()).rejects.toMatchObject({ status: 503, message: 'Not now.' })
  answering = (response) => response.end('data: 1\n\n')
  await expect(allOf(events())).rejects.toMatchObject({ status: 503 })
  answering = (response) => response.write('data: 1\n\n', () => response.destroy())
  await expect(allOf(events())).rejects.toMatchObject({ status: 503 })
})

test('the other service stops when the reader ends, and when the caller leaves in the middle of a wait', async () => {
  const closed = Promise.withResolvers<void>()
  answering = (response) => response.once('close', closed.resolve).write('data: 1\n\n')
  for await (const event of events()) {
    expect(event).toBe(1)
    break
  }
  await closed.promise
  const left = Promise.withResolvers<void>()
  answering = (response) => response.once('close', left.resolve).write('data: 1\n\n')
  const caller = new AbortController()
  const waiting = events(caller.signal)
  await waiting.next()
  const next = waiting.next()
  caller.abort()
  await expect(next).rejects.toMatchObject({ status: 503 })
  await left.promise
})
