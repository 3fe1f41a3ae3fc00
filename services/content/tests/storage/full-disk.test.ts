import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql as raw } from 'kysely'
import { publicUrl, startWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const nobody = { kind: 'none', scope: 'full' } as never
const noRoom = [507, expect.stringMatching(/^The disk of the server has no room for this: send less, or ask /)]
const limitBytes = 4096
const large = Buffer.alloc(4 * limitBytes, 'x')

/** Does work while no file of this process grows beyond the limit: writes take a part and then fail, as on a full disk. */
async function onFullDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  const limit = (bytes: number | string) =>
    promisify(execFile)('prlimit', ['--pid', `${process.pid}`, `--fsize=${bytes}:`])
  // Node ignores the signal, until a library has listened to it once: then it would end the process.
  const ignore = () => undefined
  process.on('SIGXFSZ', ignore)
  await limit(limitBytes)
  try {
    return await work()
  } finally {
    await limit('unlimited')
    process.off('SIGXFSZ', ignore)
  }
}

/** Names of all files below a folder of DATA_DIR. */
function filesIn(name: string): string[] {
  const folder = join(world.folder, name)
  if (!existsSync(folder)) return []
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
  return all.filter((one) => one.isFile()).map((one) => one.name)
}

const refusalOf = async (sent: ReturnType<World['send']>) => {
  const { status, body } = await sent
  return [status, body?.error?.message]
}

test('a file of a change request that finds no room on the disk is refused, leaves nothing, and is stored once there is room', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  const files = [{ name: 'large.txt', base64: large.toString('base64') }]
  const insert = () =>
    world.send('updateChangeRequestContent', {
      params: { spaceId, changeRequestId },
      query: { compat: 'false' },
      body: { changes: [{ operation: 'insert_files', files }] },
    })
  expect(await onFullDisk(() => refusalOf(insert()))).toEqual(noRoom)
  expect(filesIn('blobs')).toEqual([])
  expect((await insert()).status).toBe(200)
  expect(filesIn('blobs')).toHaveLength(1)
})

test('a file that finds no room while it arrives is refused, leaves nothing, and may be sent again', async () => {
  const body = { kind: 'import_file', file: { name: 'large.md', size: large.length, type: '' } }
  const announced = await world.send('generateStorageUploadURL', { body })
  const params = { uploadToken: String(announced.body.url).slice(`${publicUrl}/v1/uploads/`.length) }
  const send = () => world.send('uploadFile', { as: nobody, params, body: new Uint8Array(large) })
  const before = filesIn('blobs')
  expect(await onFullDisk(() => refusalOf(send()))).toEqual(noRoom)
  expect([filesIn('imports'), filesIn('blobs')]).toEqual([[], before])
  expect((await send()).status).toBe(204)
})

test('a PDF that finds no room is refused, leaves nothing, and is made once there is room', async () => {
  const { id: spaceId } = await world.makeSpace()
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  const changes = [{ operation: 'insert_page', title: 'Long', document: { markdown: 'word '.repeat(limitBytes) } }]
  const params = { spaceId, changeRequestId }
  await world.send('updateChangeRequestContent', { params, query: { compat: 'false' }, body: { changes } })
  await world.send('mergeChangeRequest', { params })
  const { body } = await world.send('getSpacePDF', { params: { spaceId } })
  const download = () =>
    world.send('downloadPdf', { as: nobody, params: { pdfToken: String(body.url).split('/').at(-1) ?? '' } })
  expect(await onFullDisk(() => refusalOf(download()))).toEqual(noRoom)
  expect(filesIn('pdf')).toEqual([])
  expect((await download()).status).toBe(200)
})

test.each([
  ['full', '53100', noRoom],
  ['broken', '58030', [503, expect.stringMatching(/^The disk of the server takes no files: /)]],
])('a change that the database cannot write since its disk is %s is refused with words', async (_, code, refusal) => {
  const sql = world.sql()
  await raw`
    create function refuse() returns trigger language plpgsql as
    ${raw.lit(`begin raise exception 'could not extend file' using errcode = '${code}'; end`)}`.execute(sql)
  await raw`create trigger refuse before insert on space for each row execute function refuse()`.execute(sql)
  try {
    expect(await refusalOf(world.send('createSpace', { body: { title: 'New' } }))).toEqual(refusal)
  } finally {
    await raw`drop function refuse cascade`.execute(sql)
  }
  expect((await world.send('createSpace', { body: { title: 'New' } })).status).toBe(201)
})
