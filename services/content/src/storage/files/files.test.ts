import { createSecretKey } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from '@jest/globals'
import type { RangedFile } from '@quire/kit'
import { inlineParser } from '@quire/parsing'
import * as tasks from '../../tasks.ts'
import { contentTypeOf } from './content-type.ts'
import { measurePicture } from './dimensions.ts'
import { downloadHeaders, signDownload, verifyDownload } from './downloads.ts'
import { createFiles } from './files.ts'

const key = createSecretKey(Buffer.alloc(32, 'k'))
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEklEQVR4nGNgYGD4DwYMUAoAG/cD/VdP5bYAAAAASUVORK5CYII=',
  'base64',
)
const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"></svg>')
const html = Buffer.from('<!doctype html><script>alert(1)</script>')

function inMemory() {
  const blobs = new Map<string, Buffer>()
  return createFiles({
    requireRoom: async () => undefined,
    key,
    publicUrl: 'https://quire.example',
    parser: inlineParser(tasks),
    blobs: {
      async put(store, bytes) {
        blobs.set(`${store}/${bytes.length}`, bytes)
        return `${store}/${bytes.length}`
      },
      async putFile() {
        throw new Error('nothing large is kept here')
      },
      async open(blob) {
        const bytes = blobs.get(blob)
        return bytes && Readable.from(bytes)
      },
      read: async () => undefined,
      list: async () => [],
      stat: async () => [],
      remove: async () => {},
    },
  })
}

const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

test.each([
  ['logo.png', png, 'image/png'],
  ['logo.txt', png, 'image/png'],
  ['logo.svg', svg, 'image/svg+xml'],
  ['fake.png', html, 'text/plain'],
  ['fake.svg', html, 'text/plain'],
  ['page.html', html, 'text/html'],
  ['data.json', Buffer.from('{}'), 'application/json'],
  ['notes', Buffer.from('plain'), 'text/plain'],
  ['random.md', Buffer.from([1, 0, 255]), 'application/octet-stream'],
  ['empty.png', Buffer.alloc(0), 'text/plain'],
])('the content decides the type, not the name %s', async (name, bytes, type) => {
  expect(await contentTypeOf(name, bytes)).toBe(type)
})

/** Two by three pixels each. */
const pictures = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6B',
  jpeg: '/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAADAAIDASIAAhEBAxEB',
  gif: 'R0lGODlhAgADAAAAACw=',
  webp: 'UklGRhoAAABXRUJQVlA4IA4AAAAwAQCdASoCAAMAAUAm',
  avif: 'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAADhtZXRhAAAAAAAAACxpcHJwAAAAJGlwY28AAAAUaXNwZQAAAAAAAAACAAAAAwAAAAhmcmVlAAAACG1kYXQ=',
}

test.each(Object.entries(pictures))('a %s tells its dimensions', async (type, base64) => {
  const bytes = Buffer.from(base64, 'base64')
  expect([await contentTypeOf('logo', bytes), measurePicture(bytes)]).toEqual([
    `image/${type}`,
    { width: 2, height: 3 },
  ])
})

test('a drawing tells its dimensions too, and a damaged picture or none does not', async () => {
  expect(measurePicture(svg)).toEqual({ width: 30, height: 20 })
  expect(measurePicture(png.subarray(0, 12))).toBeUndefined()
  expect(await inMemory().save('space', 'notes', Buffer.from('plain'))).not.toHaveProperty('dimensions')
})

test('a file can be downloaded from its address', async () => {
  const files = inMemory()
  const stored = await files.save('space', 'logo.png', png)
  const url = files.downloadUrl({ ...stored, name: 'logo.png' })
  expect(url).toMatch(/^https:\/\/quire\.example\/v1\/downloads\/[\w.-]+$/)
  const { content, headers } = files.download(tokenOf(url)).answer
  const file = content as RangedFile
  const bytes = await file.open()
  expect(bytes && (await buffer(bytes))).toEqual(png)
  expect([headers['Content-Type'], file.size]).toEqual(['image/png', png.length])
})

test('an address whose bytes are gone opens nothing', async () => {
  const url = inMemory().downloadUrl({ blob: 'gone', name: 'a', contentType: 'text/plain', size: 1 })
  const { content } = inMemory().download(tokenOf(url)).answer
  expect(await (content as RangedFile).open()).toBeUndefined()
})

test.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'application/pdf', 'text/javascript'])(
  '%s is never shown on the origin of the interface',
  (contentType) => {
    const headers = downloadHeaders({ name: 'a', contentType, maxAgeSeconds: 1 })
    expect(headers['Content-Disposition']).toMatch(/^attachment;/)
    expect(headers['X-Content-Type-Options']).toBe('nosniff')
    expect(headers['Content-Security-Policy']).toMatch(/default-src 'none'.*sandbox/)
  },
)

test('a name stays in its header', () => {
  const name = `ü"; filename="evil.exe\r\nSet-Cookie: a=b'(1)*`
  const headers = downloadHeaders({ name, contentType: 'image/png', maxAgeSeconds: 1 })
  expect(headers['Content-Disposition']).toMatch(/^inline; filename\*=UTF-8''[\w%.-]+$/)
})

const grant = { blob: 'a'.repeat(64), name: 'a.png', contentType: 'image/png', size: 5 }
const noon = Date.parse('2026-01-02T12:00:00Z')
const minutes = 60_000

test('an address stays open for one to two hours', () => {
  const token = signDownload(grant, key, noon)
  expect(verifyDownload(token, key, noon + 119 * minutes)).toMatchObject(grant)
  expect(() => verifyDownload(token, key, noon + 121 * minutes)).toThrow(/expired/)
})

test('a file has the same address until the next hour', () => {
  expect(signDownload(grant, key, noon + 59 * minutes)).toBe(signDownload(grant, key, noon))
  expect(signDownload(grant, key, noon + 60 * minutes)).not.toBe(signDownload(grant, key, noon))
})

test.each([
  ['signed with another key', () => signDownload(grant, createSecretKey(Buffer.alloc(32, 'x')), noon)],
  ['changed', () => signDownload(grant, key, noon).replace(/\.[^.]+\./, (part) => part.replace('e', 'f'))],
  [
    'unsigned',
    () =>
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ ...grant, aud: 'quire:download', exp: 9e9 })).toString('base64url')}.`,
  ],
  ['no token', () => 'logo.png'],
])('an address that is %s opens nothing', (_, token) => {
  expect(() => verifyDownload(token(), key, noon)).toThrow(/not valid/)
})

test('the longest name makes an address that a route still takes', () => {
  expect(signDownload({ ...grant, name: '文'.repeat(300) }, key, noon).length).toBeLessThan(2048)
})
