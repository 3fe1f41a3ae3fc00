import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Bucket, openBucket } from '@quire/world/bucket'
import { type BlobStore, type StoredBlob, sha256Of } from './blobs.ts'
import { closeFolder, localBlobs } from './local-blobs.ts'
import { boundedBlobs } from './open-blobs.ts'
import { s3Blobs } from './s3-blobs.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'))
})
afterEach(() => rm(folder, { recursive: true }))

let bucket: Bucket
let s3: BlobStore
beforeAll(async () => {
  process.env.AWS_ACCESS_KEY_ID = 'test'
  process.env.AWS_SECRET_ACCESS_KEY = 'test'
  // Far fewer keys in a listing than a store may be asked for.
  bucket = await openBucket({ maxKeys: 2 })
  s3 = s3Blobs({ bucket: 'quire', endpoint: bucket.endpoint, region: 'us-east-1' })
})
afterAll(() => bucket.close())

describe.each([
  ['a local folder', () => localBlobs(folder)],
  ['S3-compatible storage', () => s3],
])('%s', (_, store) => {
  const content = Buffer.from('the bytes of a file')
  const namesIn = async (name: string, after = '', limit = 1000) =>
    (await store().list(name, after, limit)).map(({ blob }) => blob)

  test('gives back the bytes that it was given', async () => {
    for (const [name, blob] of [
      ['space', `space/${sha256Of(content)}`],
      ['', sha256Of(content)],
    ] as const) {
      expect(await store().put(name, content)).toBe(blob)
      const stream = await store().open(blob)
      expect(stream && (await buffer(stream))).toEqual(content)
    }
  })

  test('keeps a large file piece by piece, from memory that is used again for each piece, and takes it again', async () => {
    const [first, second] = [content.subarray(0, 4), content.subarray(4)]
    const memory = Buffer.alloc(content.length)
    async function* pieces() {
      for (const piece of [first, second]) yield memory.subarray(0, piece.copy(memory))
    }
    const file = { sha256: sha256Of(content), size: content.length, open: () => Readable.from([first, second]), pieces }
    for (let times = 0; times < 2; times++) {
      expect(await store().putFile('large', file)).toBe(`large/${file.sha256}`)
      const stream = await store().open(`large/${file.sha256}`)
      expect(stream && (await buffer(stream))).toEqual(content)
    }
    expect(await namesIn('large')).toEqual([`large/${file.sha256}`])
  })

  test('reads them into memory that is used again for each piece', async () => {
    const memory = Buffer.alloc(4)
    const blob = await store().put('space', content)
    const copies: Buffer[] = []
    for await (const piece of (await store().read(blob, () => memory)) ?? []) copies.push(Buffer.from(piece))
    expect(Buffer.concat(copies)).toEqual(content)
    expect(await store().read(`space/${sha256Of(Buffer.from('nothing'))}`, () => memory)).toBeUndefined()
  })

  test('gives some of them where some are asked for', async () => {
    const stream = await store().open(await store().put('space', content), { start: 4, end: 8 })
    expect(stream && (await buffer(stream)).toString()).toBe('bytes')
  })

  test('takes the same bytes again', async () => {
    expect(await store().put('space', content)).toBe(await store().put('space', content))
  })

  test.each([sha256Of(Buffer.from('never kept')), '../../etc/passwd', `../${'a'.repeat(64)}`, ''])(
    'finds nothing under %j',
    async (blob) => {
      expect(await store().open(blob)).toBeUndefined()
    },
  )

  test('lists and removes the bytes of one store only', async () => {
    const bytes = ['1', '2', '3', '4', '5'].map((text) => Buffer.from(text))
    const stored: string[] = []
    for (const name of ['01one', '01other', '']) for (const one of bytes) stored.push(await store().put(name, one))
    const [one, other, nameless] = [stored.slice(0, 5).sort(), stored.slice(5, 10).sort(), stored.slice(10).sort()]
    expect(await namesIn('01one')).toEqual(one)
    expect(await namesIn('01one', one[1], 2)).toEqual(one.slice(2, 4))
    expect(await namesIn('')).toEqual(expect.arrayContaining(nameless))
    expect((await namesIn('')).filter((blob) => blob.includes('/'))).toEqual([])
    await store().remove([...one, ...nameless, 'never/kept', '../../etc/passwd'])
    await store().remove(one)
    expect(await namesIn('01one')).toEqual([])
    expect(await namesIn('01other')).toEqual(other)
    expect(await Promise.all(nameless.map((blob) => store().open(blob)))).toEqual(nameless.map(() => undefined))
  })

  test('what is kept again is new again', async () => {
    const before = Date.now() - 24 * 3600_000
    const blob = await store().put('again', content)
    await age(blob, new Date(before))
    expect((await store().list('again', '', 1))[0]?.storedAt.getTime()).toBe(before)
    await store().put('again', content)
    expect((await store().list('again', '', 1))[0]?.storedAt.getTime()).toBeGreaterThan(before)
  })

  test('the time of a blob is that of its listing, and a missing one has none', async () => {
    const blob = await store().put('timed', content)
    const inSeconds = (all: StoredBlob[]) =>
      all.map((one) => ({ ...one, storedAt: Math.trunc(one.storedAt.getTime() / 1000) }))
    const [named, listed] = [await store().stat([`timed/${'0'.repeat(64)}`, blob]), await store().list('timed', '', 2)]
    // The header of one object has no parts of a second.
    expect(inSeconds(named)).toEqual(inSeconds(listed))
    expect(named.map((one) => one.blob)).toEqual([blob])
  })
})

/** Sets the time of a blob in both storages. */
async function age(blob: string, at: Date): Promise<void> {
  const path = `stores/${blob}`
  const object = bucket.objects.get(`/quire/blobs/${path}`)
  if (object) object.at = at
  const file = join(folder, 'blobs', path)
  if (existsSync(file)) await utimes(file, at, at)
}

test('a file that comes many times at once is kept once and whole', async () => {
  const store = localBlobs(folder)
  const content = Buffer.alloc(100_000, 'x')
  const [blob = ''] = await Promise.all(Array.from({ length: 8 }, () => store.put('space', content)))
  expect(await readdir(join(folder, 'blobs/stores/space'))).toEqual([blob.replace('space/', '')])
  await store.remove([blob])
  expect(await readdir(join(folder, 'blobs/stores'))).toEqual([])
})

test.each(['cut off', 'overwritten'])(
  'a file that was %s on the disk is mended when its bytes come again',
  async (how) => {
    const content = Buffer.from('the bytes of a file')
    const blob = await localBlobs(folder).put('space', content)
    const damaged = how === 'cut off' ? content.subarray(0, 5) : Buffer.alloc(content.length)
    await writeFile(join(folder, 'blobs', 'stores', blob), damaged)
    await localBlobs(folder).put('space', content)
    const stream = await localBlobs(folder).open(blob)
    expect(stream && (await buffer(stream))).toEqual(content)
  },
)

test('a disk that takes a part of a file gets no file of that name', async () => {
  const module = new URL('./local-blobs.ts', import.meta.url).href
  const script = `
    const { localBlobs } = await import('${module}')
    await localBlobs(process.argv[1]).put('space', Buffer.alloc(900 * 1024, 'x'))`
  // The limit lets a write end in the middle, as a full disk does.
  const limited = 'ulimit -f 600 && exec "$0" --input-type=module -e "$1" "$2"'
  const written = promisify(execFile)('bash', ['-c', limited, process.execPath, script, folder])
  await expect(written).rejects.toThrow(/EFBIG|EIO/)
  expect(await readdir(join(folder, 'blobs', 'stores', 'space'))).toEqual([])
})

test('the piece that a killed write left is found and removed', async () => {
  const store = localBlobs(folder)
  const blob = await store.put('space', Buffer.from('whole'))
  await writeFile(join(folder, 'blobs/stores', `${blob}.01ABC`), 'piece')
  const found = (await store.list('space', '', 10)).map((one) => one.blob)
  expect(found).toEqual([blob, `${blob}.01ABC`])
  await store.remove(found)
  expect(await store.list('space', '', 10)).toEqual([])
})

test('other users of the machine read no files, also where the folder was open to them', async () => {
  await closeFolder(folder)
  await chmod(join(folder, 'blobs'), 0o755)
  await closeFolder(folder)
  const blob = await localBlobs(folder).put('space', Buffer.from('secret'))
  const modes = await Promise.all(
    ['blobs', 'blobs/stores', 'blobs/stores/space', `blobs/stores/${blob}`].map(async (path) =>
      ((await stat(join(folder, path))).mode & 0o777).toString(8),
    ),
  )
  expect(modes).toEqual(['700', '700', '700', '600'])
})

test('storage that never answers is given up', async () => {
  const never = new Promise<never>(() => {})
  const hang = () => never
  const silent = { put: hang, putFile: hang, open: hang, read: hang, list: hang, stat: hang, remove: hang }
  const bounded = boundedBlobs(silent, { callTimeoutMs: 1, largeTimeoutMs: 1 })
  for (const call of [
    bounded.put('a', Buffer.alloc(0)),
    bounded.putFile('a', { sha256: '', size: 0, open: () => Readable.from([]) }),
    bounded.open('a'),
    bounded.read('a', () => Buffer.alloc(0)),
    bounded.list('a', '', 1),
    bounded.stat(['a']),
    bounded.remove([]),
  ])
    await expect(call).rejects.toMatchObject({ status: 503 })
})
