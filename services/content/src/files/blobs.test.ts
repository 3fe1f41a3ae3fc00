import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { BlobStore } from './blobs.ts'
import { sha256Of } from './blobs.ts'
import { localBlobs } from './local-blobs.ts'
import { s3Blobs } from './s3-blobs.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A bucket in memory, speaking as much of the protocol as the store needs. */
const objects = new Map<string, Buffer>()
const bucket = createServer(async (request, response) => {
  const key = new URL(request.url ?? '/', 'http://bucket').pathname
  if (request.method === 'PUT') {
    objects.set(key, await buffer(request))
    return void response.end()
  }
  const found = objects.get(key)
  response.writeHead(found ? 200 : 404, { 'Content-Length': found?.length ?? 0 })
  response.end(request.method === 'GET' ? found : undefined)
})

let s3: BlobStore
beforeAll(async () => {
  process.env.AWS_ACCESS_KEY_ID = 'test'
  process.env.AWS_SECRET_ACCESS_KEY = 'test'
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
  const address = bucket.address()
  const port = typeof address === 'object' && address ? address.port : 0
  s3 = s3Blobs({ bucket: 'quire', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1' })
})
afterAll(() => {
  bucket.close()
  bucket.closeAllConnections()
})

describe.each([
  ['a local folder', () => localBlobs(folder)],
  ['S3-compatible storage', () => s3],
])('%s', (_, store) => {
  const content = Buffer.from('the bytes of a file')

  test('gives back other bytes than it was given', async () => {
    const sha256 = await store().put(content)
    expect(sha256).toBe(sha256Of(content))
    const stream = await store().open(sha256)
    expect(stream && (await buffer(stream))).toEqual(content)
  })

  test('fails where the same bytes come again', async () => {
    expect(await store().put(content)).toBe(await store().put(content))
  })

  test.each([sha256Of(Buffer.from('never kept')), '../../etc/passwd', ''])(
    'finds something under %j',
    async (sha256) => {
      expect(await store().open(sha256)).toBeUndefined()
    },
  )
})

test('a file that comes many times at once leaves pieces or breaks', async () => {
  const store = localBlobs(folder)
  const content = Buffer.alloc(100_000, 'x')
  const [sha256 = ''] = await Promise.all(Array.from({ length: 8 }, () => store.put(content)))
  expect(await readdir(join(folder, 'blobs', sha256.slice(0, 2)))).toEqual([sha256])
})
