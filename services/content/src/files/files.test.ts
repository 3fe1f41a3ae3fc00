import { createSecretKey } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from '@jest/globals'
import { contentTypeOf, dimensionsOf } from './content-type.ts'
import { downloadHeaders } from './download-headers.ts'
import { signDownload, verifyDownload } from './downloads.ts'
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
    key,
    publicUrl: 'https://quire.example',
    blobs: {
      async put(store, bytes) {
        blobs.set(`${store}/${bytes.length}`, bytes)
        return `${store}/${bytes.length}`
      },
      async open(blob) {
        const bytes = blobs.get(blob)
        return bytes && Readable.from(bytes)
      },
      list: async () => [],
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

test('a picture has its size, and a damaged one has none', async () => {
  expect(await dimensionsOf('image/png', png)).toEqual({ width: 2, height: 3 })
  expect(await dimensionsOf('image/svg+xml', svg)).toEqual({ width: 30, height: 20 })
  expect(await dimensionsOf('image/png', png.subarray(0, 12))).toBeUndefined()
  expect(await dimensionsOf('text/plain', png)).toBeUndefined()
})

test('a file can be downloaded from its address', async () => {
  const files = inMemory()
  const stored = await files.keep('space', 'logo.png', png)
  const url = files.downloadUrl({ ...stored, name: 'logo.png' })
  expect(url).toMatch(/^https:\/\/quire\.example\/v1\/downloads\/[\w.-]+$/)
  const { content, headers } = await files.download(tokenOf(url))
  expect(await buffer(content)).toEqual(png)
  expect(headers).toMatchObject({ 'Content-Type': 'image/png', 'Content-Length': String(png.length) })
})

test('an address whose bytes are gone is 404', async () => {
  const url = inMemory().downloadUrl({ blob: 'gone', name: 'a', contentType: 'text/plain', size: 1 })
  await expect(inMemory().download(tokenOf(url))).rejects.toMatchObject({ status: 404 })
})

test.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'application/pdf', 'text/javascript'])(
  '%s is never shown on the origin of the interface',
  (contentType) => {
    const headers = downloadHeaders({ blob: '', name: 'a', contentType, size: 1, maxAgeSeconds: 1 })
    expect(headers['Content-Disposition']).toMatch(/^attachment;/)
    expect(headers['X-Content-Type-Options']).toBe('nosniff')
    expect(headers['Content-Security-Policy']).toMatch(/default-src 'none'.*sandbox/)
  },
)

test('a name stays in its header', () => {
  const name = `ü"; filename="evil.exe\r\nSet-Cookie: a=b'(1)*`
  const headers = downloadHeaders({ blob: '', name, contentType: 'image/png', size: 1, maxAgeSeconds: 1 })
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
