import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { publicUrl, startWorld, type World } from '../world.ts'

let source: ArchiveSource
let world: World
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host })
})
afterAll(async () => {
  await world.stop()
  source.stop()
})

interface PresentedFile {
  id: string
  name: string
  size: number
  downloadURL: string
}

const archive = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`file-${at}.txt`, `${text} ${at}`]))

/** Everything on a list, `limit` at a time; runs `between` after the first page. */
async function listed(id: string, params: Record<string, string>, between = async () => {}) {
  const files: PresentedFile[] = []
  const counts: number[] = []
  for (let page: string | undefined; ; ) {
    const { body } = await world.send(id, { as: 'rex', params, query: { limit: '2', ...(page && { page }) } })
    files.push(...body.items)
    counts.push(body.count)
    if (page === undefined) await between()
    page = body.next?.page
    if (page === undefined) return { files, names: files.map(({ name }) => name), counts }
  }
}

const answered = ({ downloadURL }: PresentedFile, headers: Record<string, string> = {}) =>
  world.send('downloadFile', {
    as: { kind: 'none', scope: 'full' } as never,
    params: { token: downloadURL.slice(`${publicUrl}/v1/downloads/`.length) },
    headers,
  })
const download = async (file: PresentedFile) => (await answered(file)).body

async function start() {
  const { id: spaceId } = await world.makeSpace()
  const revisionId = await source.importFiles(world, spaceId, { 'README.md': '# Home', ...archive(5, 'first') })
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  return { spaceId, revisionId, changeRequestId }
}

const lists = ['listFiles', 'listFilesInRevisionById', 'listFilesInChangeRequestById'] as const
const five = ['file-0.txt', 'file-1.txt', 'file-2.txt', 'file-3.txt', 'file-4.txt']

test.each(lists)('%s shows every file once, counted, with an address that gives its bytes', async (id) => {
  const params = await start()
  const { files, names, counts } = await listed(id, params)
  expect([names.sort(), counts]).toEqual([five, [5, 5, 5]])
  for (const file of files) expect(await download(file)).toBe(`first ${file.name.charAt(5)}`)
})

test.each(lists)('%s goes on as it began, though files come and go while it is read', async (id) => {
  const params = await start()
  const { spaceId, changeRequestId } = params
  const added = { operation: 'insert_files', files: [{ name: 'new.txt', base64: 'bmV3' }] }
  const { names, counts, files } = await listed(id, params, async () => {
    await source.importFiles(world, spaceId, { 'README.md': '# Home', ...archive(7, 'second') })
    await world.write(spaceId, changeRequestId, [added])
  })
  expect([names.sort(), counts]).toEqual([five, [5, 5, 5]])
  for (const file of files) expect(await download(file)).toBe(`first ${file.name.charAt(5)}`)
})

test('a cursor of one revision’s files is refused by another’s', async () => {
  const { spaceId, revisionId, changeRequestId } = await start()
  const { body } = await world.send('listFilesInRevisionById', {
    params: { spaceId, revisionId },
    query: { limit: '2' },
  })
  const query = { page: body.next.page }
  const { revision: other } = await world.space(spaceId)
  expect(other).toBe(revisionId)
  const second = await source.importFiles(world, spaceId, { 'README.md': '# Home', ...archive(5, 'second') })
  const refused = [
    ['listFilesInRevisionById', { spaceId, revisionId: second }],
    ['listFilesInChangeRequestById', { spaceId, changeRequestId }],
    ['listFiles', { spaceId }],
  ] as const
  for (const [id, params] of refused) {
    const { status, body } = await world.send(id, { params, query })
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^query\.page/)])
  }
})

test('a part of a file is given to who asks for one, and who asks for what it does not have learns its size', async () => {
  const { files } = await listed('listFiles', await start())
  const [file] = files as [PresentedFile]
  const part = await answered(file, { Range: 'bytes=0-4' })
  expect([part.status, part.body, part.headers.get('content-range')]).toEqual([206, 'first', 'bytes 0-4/7'])
  expect(part.headers.get('content-security-policy')).toContain('sandbox')
  const beyond = await answered(file, { Range: 'bytes=7-' })
  expect([beyond.status, beyond.body.error.code, beyond.headers.get('content-range')]).toEqual([416, 416, 'bytes */7'])
  expect((await answered(file, { Range: 'bytes=x', 'If-Range': part.headers.get('etag') ?? '' })).body).toBe(
    'first 0'.replace('0', file.name.charAt(5)),
  )
})

test('a file is found by its id where it is, as it is there, and nowhere else', async () => {
  const { spaceId, revisionId, changeRequestId } = await start()
  const other = await start()
  const { files } = await listed('listFiles', { spaceId })
  const [file] = files as [PresentedFile]
  await source.importFiles(world, spaceId, { 'README.md': '# Home', ...archive(5, 'second') })
  const at = (id: string, params: object = {}) =>
    world.send(id, { as: 'rex', params: { spaceId, revisionId, changeRequestId, fileId: file.id, ...params } })
  expect(await download((await at('getFileById')).body)).toBe(`second ${file.name.charAt(5)}`)
  for (const id of ['getFileInRevisionById', 'getFileInChangeRequestById']) {
    expect(await download((await at(id)).body)).toBe(`first ${file.name.charAt(5)}`)
    expect((await at(id, { fileId: 'nowhere' })).status).toBe(404)
  }
  const foreign = await listed('listFiles', { spaceId: other.spaceId })
  for (const id of ['getFileById', 'getFileInRevisionById', 'getFileInChangeRequestById'])
    expect((await at(id, { fileId: foreign.files[0]?.id })).status).toBe(404)
  expect((await at('getFileInChangeRequestById', { changeRequestId: other.changeRequestId })).status).toBe(404)
  expect((await at('listFilesInChangeRequestById', { changeRequestId: other.changeRequestId })).status).toBe(404)
  expect((await at('listFilesInRevisionById', { revisionId: other.revisionId })).status).toBe(404)
})
