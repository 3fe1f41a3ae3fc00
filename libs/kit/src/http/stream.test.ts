import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createLog } from '../log.ts'
import { eventStream, numbered } from './outcome.ts'
import { writeStream } from './stream.ts'

const log = createLog('test', 'fatal')
type Terms = Partial<Parameters<typeof writeStream>[3]>

/** A server of one stream, and its reader. */
async function read(events: AsyncIterable<unknown>, terms: Terms = {}, method = 'GET') {
  const server = createServer(
    (incoming, response) => void writeStream(incoming, response, eventStream(events), { log, ...terms }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const [reader]: IncomingMessage[] = await once(
    request({ host: '127.0.0.1', port, method, agent: false }).end(),
    'response',
  )
  if (!reader) throw new Error('no answer')
  return Object.assign(reader, { [Symbol.asyncDispose]: async () => void server.close().closeAllConnections() })
}

async function textOf(reader: IncomingMessage) {
  const chunks: string[] = []
  for await (const chunk of reader) chunks.push(String(chunk))
  return chunks.join('')
}

async function* silent(until: Promise<unknown>) {
  yield 'first'
  await until
  yield 'last'
}

test('a silent stream shows that it lives, in comments between whole events', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await using reader = await read(silent(promise), { heartbeatEveryMs: 1 })
  reader.on('data', (chunk) => String(chunk).includes(': still here') && resolve())
  const text = await textOf(reader)
  expect(text.replaceAll(': still here\n\n', '')).toBe('data: "first"\n\ndata: "last"\n\nevent: done\ndata: {}\n\n')
})

test('an event with a number has it as its id, for a reader who continues after it', async () => {
  async function* events() {
    yield numbered(7, { a: 1 })
    yield { b: 2 }
  }
  await using reader = await read(events())
  expect(await textOf(reader)).toBe('id: 7\ndata: {"a":1}\n\ndata: {"b":2}\n\nevent: done\ndata: {}\n\n')
})

test('a stream whose process ends says so and ends, whatever it waits for', async () => {
  const ending = new AbortController()
  await using reader = await read(silent(new Promise(() => undefined)), { ending: ending.signal })
  reader.once('data', () => ending.abort())
  const message = 'The service restarts: ask again.'
  expect(await textOf(reader)).toBe(`data: "first"\n\nevent: error\ndata: {"error":{"message":"${message}"}}\n\n`)
})

test('while a reader does not read, the stream is asked for nothing further', async () => {
  // More than the sockets between the two can buffer.
  const large = 'x'.repeat(11 * 1024 * 1024)
  let made = 0
  async function* events() {
    while (made < 2) {
      made += 1
      yield large
    }
  }
  await using reader = await read(events(), { heartbeatEveryMs: 1 })
  await setImmediate()
  expect(made).toBe(1)
  expect((await textOf(reader)).length).toBeGreaterThan(2 * large.length)
  expect(made).toBe(2)
})

test('the head of a stream is answered without any of its events', async () => {
  let isAsked = false
  async function* events() {
    isAsked = true
    yield 'first'
  }
  await using reader = await read(events(), {}, 'HEAD')
  expect(await textOf(reader)).toBe('')
  expect([reader.statusCode, reader.headers['content-type'], isAsked]).toEqual([200, 'text/event-stream', false])
})
