import { createServer, type Server } from 'node:http'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from '@jest/globals'
import { createLog } from '../log.ts'
import { writeDownload } from './download.ts'
import { download } from './outcome.ts'

let server: Server
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

/** Serves one file; resolves with its address. */
function serve(content: Readable, headers: Record<string, string> = {}): Promise<string> {
  server = createServer(
    (_, response) => void writeDownload(response, download(content, headers), createLog('test', 'silent')),
  )
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`)
    })
  })
}

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

test('a client that goes away closes the file', async () => {
  const endless = new Readable({ read: () => endless.push(Buffer.alloc(65_536)) })
  const closed = new Promise((resolve) => endless.once('close', resolve))
  const abort = new AbortController()
  await fetch(await serve(endless), { signal: abort.signal })
  abort.abort()
  await closed
  expect(endless.destroyed).toBe(true)
})
