import { createHash, createSecretKey } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member } from '@quire/contracts'
import { principalHeader, secretKey, signPrincipal } from '@quire/kit'
import { zip } from '../../src/imports/archives.fixture.ts'
import type { BlobStore } from '../../src/storage/files/blobs.ts'
import { openDisk } from '../../src/storage/files/disk.ts'
import { localBlobs } from '../../src/storage/files/local-blobs.ts'
import { openUpload } from '../../src/storage/uploads/open-upload.ts'
import { startSweepingUploads, sweepNext } from '../../src/storage/uploads/sweep-uploads.ts'
import { signUpload } from '../../src/storage/uploads/upload-addresses.ts'
import { createUploads } from '../../src/storage/uploads/uploads.ts'
import { oneConnection } from '../support/one-connection.ts'
import { acme, publicUrl, startWorld, type World } from '../world.ts'

const hours = 3600_000
let world: World
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
beforeAll(async () => {
  world = await startWorld({}, { now })
})
afterAll(() => world.stop())

const announce = (name: string, size: number, as = 'edda', kind = 'import_file') =>
  world.send('generateStorageUploadURL', { as, body: { file: { name, size, type: 'text/plain' }, kind } })
const nobody = { kind: 'none', scope: 'full' } as const
const put = async (token: string, bytes: Buffer | string, headers: Record<string, string> = {}) => {
  const body = new Uint8Array(Buffer.from(bytes))
  const { status, body: answer } = await world.send('uploadFile', {
    as: nobody as never,
    params: { uploadToken: token },
    body,
    headers,
  })
  return [status, answer?.error.message] as const
}

/** Requests an upload address for a file of this name and size; returns its token and key. */
async function address(name: string, size: number, as?: string, kind?: string) {
  const { status, body } = await announce(name, size, as, kind)
  expect([status, body.object]).toEqual([201, 'storage-signed-url'])
  expect(body.url).toMatch(`${publicUrl}/v1/uploads/`)
  return { token: String(body.url).slice(`${publicUrl}/v1/uploads/`.length), key: String(body.key) }
}

const uploads = () =>
  createUploads({
    blobs: localBlobs(world.folder),
    key: createSecretKey(Buffer.alloc(32)),
    publicUrl,
    folder: join(world.folder, 'imports'),
    importBytes: 1024,
    disk: openDisk({ folder: world.folder, reserveBytes: 0, holdsFiles: true }),
  })
const open = (key: string, of: { organizationId?: string; userId?: string } = {}) =>
  openUpload(
    { sql: world.sql(), deps: { uploads: uploads(), now } },
    { kind: 'import_file', key, organizationId: acme, userId: 'edda', ...of },
  )
/** Sweeps until nothing is due; returns the number of uploads. */
async function sweep(blobs: Pick<BlobStore, 'list' | 'remove'> = localBlobs(world.folder)): Promise<number> {
  let swept = 0
  while (await sweepNext({ sql: () => world.sql(), blobs, now })) swept += 1
  return swept
}
const textOf = async (key: string) => {
  const found = await open(key)
  return found && (await buffer(await found.stream())).toString()
}

test('a file arrives at its address and is opened by its key, as often as it is read', async () => {
  const { token, key } = await address('notes.md', 5)
  expect(await open(key)).toBeUndefined()
  expect(await put(token, 'notes')).toEqual([204, undefined])
  expect(await open(key)).toMatchObject({ name: 'notes.md', size: 5 })
  expect([await textOf(key), await textOf(key)]).toEqual(['notes', 'notes'])
})

test('a file of several megabytes arrives whole', async () => {
  const bytes = Buffer.alloc(5_000_000, 'ü')
  const { token, key } = await address('long.md', bytes.length)
  expect(await put(token, bytes)).toEqual([204, undefined])
  expect((await textOf(key)) === bytes.toString()).toBe(true)
})

test('the same file may be sent again, another one may not', async () => {
  const { token, key } = await address('notes.md', 5)
  const sent = await Promise.all([put(token, 'first'), put(token, 'first')])
  expect(sent.map(([status]) => status)).toEqual([204, 204])
  expect((await put(token, 'other'))[0]).toBe(409)
  expect(await textOf(key)).toBe('first')
})

test('a file that is being written several times may be sent once more', async () => {
  const { token, key } = await address('notes.md', 5)
  const folder = join(world.folder, 'blobs/stores', key)
  await mkdir(folder, { recursive: true })
  const name = createHash('sha256').update('notes').digest('hex')
  for (const piece of ['A', 'B', 'C']) await writeFile(join(folder, `${name}.${piece}`), 'no')
  expect((await put(token, 'notes'))[0]).toBe(204)
  expect(await textOf(key)).toBe('notes')
})

test('of two different files at once one is taken', async () => {
  const { token, key } = await address('notes.md', 5)
  const sent = await Promise.all([put(token, 'first'), put(token, 'other')])
  expect(sent.map(([status]) => status).sort()).toEqual([204, 409])
  expect(await textOf(key)).toBe(sent[0]?.[0] === 204 ? 'first' : 'other')
})

test('an address keeps few of the files that come to it, and all of them are swept', async () => {
  const { token, key } = await address('notes.md', 5)
  const folder = join(world.folder, 'blobs/stores', key)
  for (const text of ['first', 'other', 'third', 'forth', 'fifth', 'sixth']) await put(token, text)
  expect(await readdir(folder)).toHaveLength(3)
  expect((await put(token, 'first'))[0]).toBe(204)
  const blobs = localBlobs(world.folder)
  await Promise.all(Array.from({ length: 100 }, (_, at) => blobs.put(key, Buffer.from(String(at)))))
  await world
    .sql()
    .updateTable('upload')
    .set({ kept_until: new Date(0) })
    .where('id', '=', key)
    .execute()
  await sweep(blobs)
  expect(await readdir(join(world.folder, 'blobs/stores'))).not.toContain(key)
})

test('more or fewer bytes than were announced are refused, and what is compressed', async () => {
  const { token, key } = await address('notes.md', 5)
  expect(await put(token, 'longer')).toEqual([413, expect.stringContaining('larger than 5 bytes')])
  expect(await put(token, 'less')).toEqual([400, 'body: 5 bytes were announced, and 4 came'])
  expect((await put(token, ''))[0]).toBe(400)
  expect((await put(token, 'notes', { 'Content-Encoding': 'gzip' }))[0]).toBe(415)
  expect(await open(key)).toBeUndefined()
})

test.each([
  ['page.html', '<!doctype html><p>text', 204],
  ['page.html', Buffer.from([0, 1, 2, 255]), 400],
  ['notes.md', Buffer.from('PK\x03\x04'), 400],
  ['docs.zip', 'no archive', 400],
  ['book.docx', '<!doctype html>', 400],
])('the bytes of %s decide whether it is one', async (name, bytes, status) => {
  const { token, key } = await address(name, bytes.length)
  expect((await put(token, bytes))[0]).toBe(status)
  expect((await open(key)) !== undefined).toBe(status === 204)
})

test('an archive is one, also by the name of a document', async () => {
  const archive = await zip({ 'README.md': '# Home' })
  for (const name of ['docs.zip', 'book.docx'])
    expect(await put((await address(name, archive.length)).token, archive)).toEqual([204, undefined])
})

test('a font is uploaded by those who create, and is no file to import', async () => {
  expect((await announce('a.woff2', 8, 'edda', 'customization_font')).status).toBe(403)
  const { token, key } = await address('a.woff2', 8, 'cleo', 'customization_font')
  expect(await put(token, Buffer.from('wOF2\0\x01\0\0', 'latin1'))).toEqual([204, undefined])
  expect(await open(key, { userId: 'cleo' })).toBeUndefined()
})

test('only members who write get an address', async () => {
  const callers = ['edda', 'rev', 'cora', 'rex', 'gus', 'dora', 'olga']
  const body = { file: { name: 'a.md', size: 1, type: '' }, kind: 'import_file' }
  expect(await world.statuses('generateStorageUploadURL', callers, { body })).toEqual([
    201, 201, 403, 403, 403, 404, 404,
  ])
})

test.each([
  ['name', { name: 'a.exe' }],
  ['name', { name: 'a' }],
  ['size', { size: 1024 ** 3 + 1 }],
  ['size', { size: 0 }],
  ['size', { size: 1.5 }],
])('a file with a wrong %s is refused by that field', async (field, given) => {
  const file = { name: 'a.zip', size: 1, type: '', ...given }
  const { status, body } = await world.send('generateStorageUploadURL', { body: { file, kind: 'import_file' } })
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(`body.file.${field}`)])
})

test('a key opens nothing for another person, in another organization, or by another name', async () => {
  const { token, key } = await address('notes.md', 5)
  await put(token, 'notes')
  for (const other of [{ userId: 'ada' }, { organizationId: 'other' }]) expect(await open(key, other)).toBeUndefined()
  expect(await open(`../${key}`)).toBeUndefined()
})

test('an address that is forged, of another use or too old takes nothing', async () => {
  const { token, key } = await address('notes.md', 5)
  const forged = signUpload(key, createSecretKey(Buffer.alloc(32, 'x')), now())
  for (const one of [forged, token.replace(/\.[^.]+\./, '.e30.'), 'x']) expect((await put(one, 'notes'))[0]).toBe(404)
  aheadMs += hours + 1000
  expect((await put(token, 'notes'))[0]).toBe(404)
})

test('who left the organization sends nothing more', async () => {
  const person = { id: 'm-temp', organizationId: acme, userId: 'temp', role: 'edit' as const, disabled: false }
  await world.publishState(member, person)
  await world.test.settled()
  const { token } = await address('notes.md', 5, 'temp')
  await world.publishState(member, { ...person, disabled: true, version: 2 })
  await world.test.settled()
  expect((await put(token, 'notes'))[0]).toBe(404)
})

test('what one person has uploaded and not used is bounded', async () => {
  const row = {
    organization_id: acme,
    member_id: 'm-cleo',
    user_id: 'cleo',
    kind: 'import_file' as const,
    name: 'a.zip',
  }
  const large = { ...row, size: 2_000_000_000, kept_until: new Date(Date.now() + aheadMs + hours) }
  await world
    .sql()
    .insertInto('upload')
    .values({ ...large, id: 'large' })
    .execute()
  const size = 100 * 1024 * 1024
  const answers = await Promise.all([announce('a.zip', size, 'cleo'), announce('b.zip', size, 'cleo')])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 429])
  expect((await announce('c.zip', size, 'rev')).status).toBe(201)
})

test.each([
  ['an account, in all organizations,', 'rev', 8, 16],
  ['the accounts of one address', 'cleo', 16, 32],
])('%s has so many gigabytes waiting, also where several files are announced at once', async (whose, as, rows, all) => {
  const holder = whose.startsWith('an account') ? { account: as, origin: 'far' } : { account: 'far', origin: as }
  await world.sql().deleteFrom('upload').execute()
  const row = { member_id: 'm', user_id: 'somebody', kind: 'import_file' as const, name: 'a.zip', ...holder }
  const size = (all / rows) * 1024 ** 3 - 10
  await world
    .sql()
    .insertInto('upload')
    .values(
      Array.from({ length: rows }, (_, at) => ({
        ...{ ...row, id: `${as}-${at}`, organization_id: `${as}-${at}`, size },
        kept_until: new Date(Date.now() + aheadMs + hours),
      })),
    )
    .execute()
  const answers = await Promise.all([60, 60].map((bytes) => announce('b.md', bytes, as)))
  // Ten bytes are left of each row.
  expect(answers.map(({ status }) => status).sort()).toEqual(rows === 8 ? [201, 429] : [201, 201])
  expect((await announce('c.md', 60, as)).status).toBe(429)
  expect((await announce('c.md', 60, 'ada')).status).toBe(201)
})

test('an upload that nobody uses is removed after a day, one that an import opened a day later', async () => {
  await world.sql().deleteFrom('upload').execute()
  const [unused, used, waiting] = [await address('a.md', 5), await address('b.md', 5), await address('c.md', 5)]
  for (const { token } of [unused, used]) await put(token, 'notes')
  aheadMs += 23 * hours
  expect(await sweep()).toBe(0)
  expect(await textOf(used.key)).toBe('notes')
  aheadMs += 2 * hours
  expect(await sweep()).toBe(2)
  for (const { key } of [unused, waiting]) expect(await open(key)).toBeUndefined()
  expect(await readdir(join(world.folder, 'blobs/stores', used.key))).toHaveLength(1)
  expect(await readdir(join(world.folder, 'blobs/stores'))).not.toContain(unused.key)
  expect(await textOf(used.key)).toBe('notes')
})

test('a sweep that was cut short is finished by the next one, and its files open for nobody', async () => {
  await world.sql().deleteFrom('upload').execute()
  const { token, key } = await address('notes.md', 5)
  await put(token, 'notes')
  aheadMs += 25 * hours
  const broken = { list: localBlobs(world.folder).list, remove: () => Promise.reject(new Error('away')) }
  await expect(sweep(broken)).rejects.toThrow('away')
  expect(await open(key)).toBeUndefined()
  aheadMs += hours
  expect(await sweep()).toBe(1)
  expect(await readdir(join(world.folder, 'blobs/stores'))).not.toContain(key)
})

test('replicas share the uploads that are due, and hold no connection while the storage is waited for', async () => {
  await world.sql().deleteFrom('upload').execute()
  const keys = [(await address('a.md', 5)).key, (await address('b.md', 5)).key, (await address('c.md', 5)).key]
  aheadMs += 25 * hours
  const { sql, close } = await oneConnection(world)
  const looked: string[] = []
  const { promise: isDone, resolve } = Promise.withResolvers<void>()
  const blobs = {
    async list(id: string) {
      await sql.selectFrom('upload').select('id').execute()
      if (looked.push(id) === keys.length) resolve()
      return []
    },
    remove: async () => undefined,
  }
  const { log } = world.test.service.foundation
  const replicas = [1, 2].map(() => startSweepingUploads({ sql: () => sql, blobs, now, everySeconds: 3600, log }))
  await isDone
  await Promise.all(replicas.map((one) => one.stop()))
  expect(looked.sort()).toEqual(keys.sort())
  await close()
})

test('a client that breaks off leaves nothing, and may begin again', async () => {
  const { token, key } = await address('notes.md', 200_000)
  const { env, service } = world.test
  const path = `/v1/uploads/${token}`
  const principal = signPrincipal(
    secretKey({ SECRETS_DIR: env.SECRETS_DIR ?? '' }, 'principal-content.key'),
    'content',
    {
      caller: nobody,
      operation: 'uploadFile',
      method: 'PUT',
      path,
    } as never,
  )
  const socket = connect(service.port, '127.0.0.1')
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n${principalHeader}: ${principal}\r\n\r\n`)
  socket.write('x'.repeat(100_000))
  await new Promise((resolve) => setImmediate(resolve))
  socket.destroy()
  expect(await put(token, 'x'.repeat(200_000))).toEqual([204, undefined])
  expect((await textOf(key))?.length).toBe(200_000)
})

/** A space that Gus, a guest, may edit. */
async function spaceOfGuest() {
  const { id: spaceId } = await world.makeSpace()
  await world.send('inviteToSpace', { params: { spaceId }, body: { role: 'edit', users: ['gus'] } })
  return spaceId
}

const announceTo = (spaceId: string, as: string, size = 5, kind?: string) =>
  world.send('generateSpaceUploadURL', {
    as,
    params: { spaceId },
    body: { file: { name: 'plan.md', size, type: '' }, ...(kind !== undefined && { kind }) },
  })

test('whoever may edit a space uploads files for its pages, guests too, and nobody else opens them', async () => {
  const [spaceId, { id: another }] = [await spaceOfGuest(), await world.makeSpace()]
  const { status, body } = await announceTo(spaceId, 'gus')
  expect([status, body.object]).toEqual([201, 'storage-signed-url'])
  expect(await put(String(body.url).split('/').at(-1) ?? '', 'notes')).toEqual([204, undefined])
  const { id: changeRequestId } = await world.makeChangeRequest(spaceId)
  const change = { operation: 'insert_files', files: [{ name: 'plan.md', upload: body.key }] }
  const insert = async (as: string) =>
    (
      await world.send('updateChangeRequestContent', {
        as,
        params: { spaceId, changeRequestId },
        body: { changes: [change] },
      })
    ).status
  expect([await insert('edda'), await insert('gus')]).toEqual([400, 200])
  // The key of an upload to a space opens no file to import, and a space that Gus does not edit takes nothing of his.
  expect(await open(String(body.key), { userId: 'gus' })).toBeUndefined()
  expect((await announceTo(another, 'gus')).status).toBe(404)
  expect((await announce('a.md', 1, 'gus', 'content_file')).status).toBe(403)
  const statuses = ['edda', 'cora', 'rex', 'dora', 'olga'].map(async (as) => (await announceTo(spaceId, as)).status)
  expect(await Promise.all(statuses)).toEqual([201, 403, 403, 404, 404])
  expect((await announceTo(spaceId, 'gus', 26 * 1024 * 1024)).status).toBe(400)
})

test('whoever may edit a space uploads files for an import into it, guests too, and no fonts', async () => {
  const [spaceId, { id: another }] = [await spaceOfGuest(), await world.makeSpace()]
  const { status, body } = await announceTo(spaceId, 'gus', 5, 'import_file')
  expect(status).toBe(201)
  expect(await put(String(body.url).split('/').at(-1) ?? '', 'notes')).toEqual([204, undefined])
  expect(await open(String(body.key), { userId: 'gus' })).toMatchObject({ name: 'plan.md', size: 5 })
  expect((await announceTo(another, 'gus', 5, 'import_file')).status).toBe(404)
  expect((await announceTo(spaceId, 'rex', 5, 'import_file')).status).toBe(403)
  expect((await announceTo(spaceId, 'gus', 5, 'customization_font')).status).toBe(400)
  // Waiting would not help with a file that is larger than all that may wait.
  const { status: refused, body: answer } = await announceTo(spaceId, 'gus', 512 * 1024 ** 2 + 1, 'import_file')
  expect([refused, answer.error.message]).toEqual([400, expect.stringContaining('body.file.size')])
})

test('somebody who edits spaces alone has less waiting than an editor of the organization', async () => {
  const [spaceId, another] = [await spaceOfGuest(), await spaceOfGuest()]
  await world.sql().deleteFrom('upload').execute()
  const row = { organization_id: acme, kind: 'content_file' as const, name: 'a.png', size: 512 * 1024 ** 2 - 60 }
  for (const as of ['gus', 'edda'])
    await world
      .sql()
      .insertInto('upload')
      .values({ ...row, id: as, member_id: `m-${as}`, user_id: as, kept_until: new Date(Date.now() + aheadMs + hours) })
      .execute()
  const answers = await Promise.all([announceTo(spaceId, 'gus', 60), announceTo(another, 'gus', 60)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 429])
  expect((await announceTo(spaceId, 'edda', 60)).status).toBe(201)
})
