import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { addAbortSignal, Readable } from 'node:stream'
import { afterEach, describe, expect, test } from '@jest/globals'
import { createLog, type Logger } from '../log.ts'
import { writeDownload } from './download.ts'
import { download, type RangedFile, VisitAnswer } from './outcome.ts'
import { writeVisitAnswer } from './visit-answer.ts'

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

/** Serves one file; resolves with its address. */
const serve = (content: Readable | RangedFile, headers: Record<string, string> = {}): Promise<string> =>
  listen((request, response) => {
    void writeDownload(request, response, download(content, headers), createLog('test', 'silent'))
  })

function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const started = createServer(answer)
  server = started
  return new Promise((resolve) => {
    started.listen(0, '127.0.0.1', () => {
      const address = started.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`)
    })
  })
}

/** A log that collects its errors. */
const collectingLog = (errors: unknown[]) => ({ error: (entry: unknown) => errors.push(entry) }) as unknown as Logger

test('a file arrives as it is, with its headers', async () => {
  const bytes = Buffer.alloc(300_000, 'x')
  const response = await fetch(await serve(Readable.from([bytes]), { 'Content-Type': 'image/png' }))
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
})

test('a store that breaks off half-way breaks the download off', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.alloc(10)
      throw new Error('the disk is gone')
    })(),
  )
  const response = await fetch(await serve(broken))
  await expect(response.arrayBuffer()).rejects.toThrow()
})

describe('a file of known size', () => {
  const bytes = Buffer.from('0123456789')
  const file: RangedFile = {
    size: bytes.length,
    etag: '"digits"',
    open: async ({ start, end } = { start: 0, end: 9 }) => Readable.from([bytes.subarray(start, end + 1)]),
  }
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(await serve(file, { 'Content-Type': 'text/plain' }), { headers })
    return [response.status, await response.text(), response.headers.get('content-range')]
  }

  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=0-1,2-3', '0123', 'bytes 0-3/10'],
  ])('gives %s of itself', async (range, part, said) => {
    expect(await ask({ range })).toEqual([206, part, said])
  })

  test.each([
    ['several parts', { range: 'bytes=0-1,5-6' }],
    ['a part in another unit', { range: 'lines=0-1' }],
    ['a part of what it was', { range: 'bytes=0-1', 'if-range': '"letters"' }],
    ['a part of what it was at a time', { range: 'bytes=0-1', 'if-range': 'Sun, 01 Feb 2026 03:04:05 GMT' }],
    ['nothing in particular', {}],
  ])('is given whole to who asks for %s', async (_, headers) => {
    expect(await ask(headers as Record<string, string>)).toEqual([200, '0123456789', null])
  })

  test('gives a part of what is still the same', async () => {
    expect(await ask({ range: 'bytes=0-1', 'if-range': '"digits"' })).toEqual([206, '01', 'bytes 0-1/10'])
  })
})

test('a client that goes away closes the file', async () => {
  const endless = new Readable({ read: () => endless.push(Buffer.alloc(65_536)) })
  const closed = new Promise((resolve) => endless.once('close', resolve))
  const abort = new AbortController()
  await fetch(await serve(endless), { signal: abort.signal })
  abort.abort()
  await closed
  expect(endless.destroyed).toBe(true)
})

test('a client that has left before the first byte is no error in the log, and closes the source', async () => {
  const logged: unknown[] = []
  const written = Promise.withResolvers<void>()
  const endless = new Readable({ read: () => endless.push(Buffer.alloc(65_536)) })
  const leaving = new AbortController()
  const address = await listen((request, response) => {
    response.once('close', () => {
      const answer = new VisitAnswer(200, {}, endless)
      void writeVisitAnswer(request, response, answer, collectingLog(logged)).then(written.resolve, written.reject)
    })
    leaving.abort()
  })
  await expect(fetch(address, { signal: leaving.signal })).rejects.toThrow()
  await written.promise
  expect([endless.destroyed, logged]).toEqual([true, []])
})

test('a client that leaves a visit in the middle is no error in the log, and closes the source', async () => {
  const logged: unknown[] = []
  const written = Promise.withResolvers<void>()
  const endless = new Readable({ read: () => endless.push(Buffer.alloc(65_536)) })
  const address = await listen((request, response) => {
    const answer = new VisitAnswer(200, {}, endless)
    void writeVisitAnswer(request, response, answer, collectingLog(logged)).then(written.resolve, written.reject)
  })
  const leaving = new AbortController()
  await fetch(address, { signal: leaving.signal })
  leaving.abort()
  await written.promise
  expect([endless.destroyed, logged]).toEqual([true, []])
})

test.each([
  ['a client that disconnects is no error', 'AbortError', 0],
  ['an answer that takes too long is an error', 'TimeoutError', 1],
])('%s in the log', async (_, reason, errors) => {
  const logged: unknown[] = []
  const abort = new AbortController()
  const endless = new Readable({ read: () => endless.push(Buffer.alloc(65_536)) })
  const written = Promise.withResolvers<void>()
  const address = await listen((request, response) => {
    response.once('close', () => abort.abort(new DOMException('over', reason)))
    const answer = download(addAbortSignal(abort.signal, endless), {})
    void writeDownload(request, response, answer, collectingLog(logged)).then(written.resolve, written.reject)
  })
  const leaving = new AbortController()
  await fetch(address, { signal: leaving.signal })
  if (reason === 'AbortError') leaving.abort()
  else abort.abort(new DOMException('over', reason))
  await written.promise
  expect(logged).toHaveLength(errors)
})

test('a file that is held open is let go where it has no such part', async () => {
  let isClosed = false
  const file = {
    ...{ size: 10, etag: '"digits"', open: async () => undefined },
    close: async () => {
      isClosed = true
    },
  }
  const request = { headers: { range: 'bytes=10-' } } as IncomingMessage
  const written = writeDownload(request, {} as ServerResponse, download(file, {}), createLog('test', 'silent'))
  await expect(written).rejects.toMatchObject({ status: 416 })
  expect(isClosed).toBe(true)
})
