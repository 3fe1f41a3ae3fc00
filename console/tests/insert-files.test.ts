import { afterEach, expect, test } from '@jest/globals'
import { openPage } from './browser-page.ts'

interface Inserted {
  name: string
  base64?: string
  upload?: string
}

/** The files of each change, by request, and the names of those that were uploaded with what they are for. */
const service = { changes: [] as Inserted[][][], uploads: [] as [string, string][] }
let close = () => {}
afterEach(() => {
  close()
  Object.assign(service, { changes: [], uploads: [] })
})

function openService() {
  const closePage = openPage(async (path, { body = '' }) => {
    const sent = JSON.parse(body)
    if (path.endsWith('/storage/upload')) {
      service.uploads.push([sent.file.name, sent.kind])
      return Response.json({ object: 'storage-signed-url', url: '/upload', key: `key-${sent.file.name}` })
    }
    const files: Inserted[][] = sent.changes.map((change: { files: Inserted[] }) => change.files)
    service.changes.push(files)
    return Response.json({ changeRequest: {}, changes: [], insertedFiles: files.flat() })
  })
  const before = Object.getOwnPropertyDescriptor(globalThis, 'XMLHttpRequest')
  Object.defineProperty(globalThis, 'XMLHttpRequest', { value: FinishedUpload, configurable: true })
  return () => {
    Object.defineProperty(globalThis, 'XMLHttpRequest', before ?? { value: undefined, configurable: true })
    closePage()
  }
}

/** An upload that has succeeded as soon as it is sent. */
class FinishedUpload {
  upload = {}
  status = 204
  onload = () => {}
  open() {}
  send() {
    this.onload()
  }
}

const files = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, at) => new File([new Uint8Array(bytes)], `${at}.png`, { type: 'image/png' }))

/** The client of the interface reads the page as it is loaded. */
async function insert(given: File[]) {
  const { uploadFiles } = await import('../src/screens/editor/insert-files.ts')
  return uploadFiles({ spaceId: 'one', changeRequestId: 'two' }, given, (name) => name)
}

test('many small files are inserted in one request, of whose changes each has as many as it may', async () => {
  close = openService()
  expect(await insert(files(45, 5000))).toHaveLength(45)
  expect(service.changes.map((changes) => changes.map(({ length }) => length))).toEqual([[20, 20, 5]])
  expect(service.uploads).toEqual([])
})

test('files that are too many bytes for one request are uploaded before it, in their order', async () => {
  close = openService()
  const given = files(15, 900_000)
  expect((await insert(given)).map(({ name }) => name)).toEqual(given.map(({ name }) => name))
  const sent = service.changes.flat(2)
  expect(JSON.stringify(sent).length).toBeLessThan(16 * 1024 * 1024)
  expect(sent.filter(({ base64 }) => base64 !== undefined)).toHaveLength(4)
  expect(service.uploads).toHaveLength(11)
  expect(service.uploads[0]).toEqual(['4.png', 'content_file'])
})
