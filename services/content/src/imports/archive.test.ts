import { tmpdir } from 'node:os'
import { crc32 } from 'node:zlib'
import { expect, test } from '@jest/globals'
import { openSpool } from '../storage/files/spool.ts'
import { readArchive } from './archive.ts'
import { headers, patched, renamed, zip } from './archives.fixture.ts'
import { BrokenFile } from './broken-file.ts'
import { archiveLimits, archiveLimitsOf } from './import-limits.ts'

const read = (bytes: Buffer, limits = {}) =>
  readArchive(bytes, { field: 'body.url', limits: { ...archiveLimits, ...limits } })

async function contents(bytes: Buffer, limits = {}) {
  const files = await read(bytes, limits)
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file.path, String(await file.read())])))
}

const refused = (message: RegExp) => ({ status: 400, message: expect.stringMatching(message) })

test('files keep their place and their content', async () => {
  const archive = await zip({ 'README.md': '# Home', 'guide/one.md': 'One', 'a.bin': Buffer.from([0, 1]) })
  expect(await contents(archive)).toEqual({ 'README.md': '# Home', 'guide/one.md': 'One', 'a.bin': '\0\u0001' })
})

test('the folder that holds everything is left out of the paths', async () => {
  expect(await contents(await zip({ 'docs/README.md': 'Home', 'docs/a/b.md': 'B' }))).toEqual({
    'README.md': 'Home',
    'a/b.md': 'B',
  })
})

test('what macOS adds is left out', async () => {
  const archive = await zip({ 'README.md': 'Home', '__MACOSX/._README.md': 'x', '.DS_Store': 'x' })
  expect(await contents(archive)).toEqual({ 'README.md': 'Home' })
})

test.each([
  ['climbs out', 'ab/cd/evil.md', '../../evil.md'],
  ['climbs out further in', 'ab/cd/evil.md', 'a/../../xy.md'],
  ['is absolute', 'aetc/passwd.md', '/etc/passwd.md'],
  ['has backslashes', 'ab/cd/evil.md', '..\\..\\vill.md'],
  ['is on a drive', 'abc/evil.md', 'C:/evil2.md'],
  ['is relative to a drive', 'abc/evil.md', 'C:evil123md'],
  ['holds a control character', 'abc/evil.md', 'abc/\u0007vil.md'],
])('an entry whose name %s is refused by that name, with what to do', async (_, from, to) => {
  const archive = renamed(await zip({ [from]: 'x', 'README.md': 'Home' }), from, to)
  const error = await read(archive).catch((error) => error)
  expect(error).toMatchObject(refused(/^body\.url: .*: rename it or leave it out, and pack the archive again$/))
  expect(error.message).toContain(`body.url: ${JSON.stringify(to)} `)
})

test.each([
  ['a symbolic link', 0o120777],
  ['a device', 0o060644],
  ['a pipe', 0o010644],
])('%s is refused', async (_, mode) => {
  await expect(read(await zip({ 'README.md': '/etc/passwd' }, { mode }))).rejects.toMatchObject(
    refused(/"README.md" is a link or a special file/),
  )
})

test('an encrypted, a damaged and a large entry cannot be read, and the others can', async () => {
  const archive = await zip({ 'secret.md': 'x', 'damaged.md': 'y', 'large.md': 'x'.repeat(11), 'README.md': 'Home' })
  let entry = 0
  const broken = patched(archive, headers.central.signature, (bytes, at) => {
    const { flags, checksum } = headers.central
    if (entry === 0) bytes.writeUInt16LE(bytes.readUInt16LE(at + flags) | 1, at + flags)
    if (entry === 1) bytes.writeUInt32LE(1, at + checksum)
    entry += 1
  })
  const files = await read(broken, { entryBytes: 10 })
  const said = await Promise.all(files.map(({ read }) => read().then(String, (error) => error)))
  expect(said).toEqual([
    new BrokenFile('is encrypted'),
    new BrokenFile('is damaged'),
    new BrokenFile('is larger than 10 bytes'),
    'Home',
  ])
})

test('names are read as UTF-8 where they are that, marked or not, and else as the format says', async () => {
  const { signature, flags } = headers.central
  const unmarked = patched(await zip({ 'Größe.md': 'x', 'plain.md': 'y' }), signature, (bytes, at) => {
    bytes.writeUInt16LE(bytes.readUInt16LE(at + flags) & ~0x800, at + flags)
  })
  expect(Object.keys(await contents(unmarked))).toEqual(['Größe.md', 'plain.md'])
  const cp437 = Buffer.from(unmarked.toString('latin1').replaceAll('plain', 'pl\x84in'), 'latin1')
  expect(Object.keys(await contents(cp437))).toEqual(['Größe.md', 'pläin.md'])
})

test('an archive in an archive is a file like any other: nothing of it is unpacked', async () => {
  const inner = await zip({ 'inner.md': 'x'.repeat(1000) })
  expect(Object.keys(await contents(await zip({ 'README.md': 'Home', 'inner.zip': inner })))).toEqual([
    'README.md',
    'inner.zip',
  ])
})

test.each([
  ['as they stand', 'b.md', 'a.md'],
  ['by another spelling', 'b/a.md', './a.md'],
])('two entries of one name are refused, %s', async (_, from, to) => {
  const archive = renamed(await zip({ 'a.md': 'one', [from]: 'two' }), from, to)
  await expect(read(archive)).rejects.toMatchObject(refused(/holds "a.md" twice/))
})

test('more entries than allowed are refused', async () => {
  const archive = await zip({ a: '', b: '', c: '' })
  await expect(read(archive, { entries: 2 })).rejects.toMatchObject(refused(/more than 2 entries/))
})

test('more folders than allowed are refused, also those that only paths name', async () => {
  const deep = (name: string) => [`${name}${'/a'.repeat(30)}/one.md`, name]
  const archive = await zip(Object.fromEntries(['b', 'c', 'd'].map(deep)))
  await expect(read(archive, { entries: 80 })).rejects.toMatchObject(refused(/holds more than 80 folders/))
  expect(await read(archive, { entries: 100 })).toHaveLength(3)
})

test('files that are too large together are refused, each counted once however often it is read', async () => {
  const archive = await zip({ a: 'x'.repeat(8), b: 'x'.repeat(8) })
  await expect(contents(archive, { totalBytes: 10 })).rejects.toMatchObject(refused(/more than 10 bytes/))
  const files = await read(archive, { totalBytes: 16 })
  for (let times = 0; times < 3; times += 1) for (const file of files) expect(await file.read()).toHaveLength(8)
})

test('a bomb of one file is refused', async () => {
  const archive = await zip({ 'bomb.md': Buffer.alloc(3 * 1024 * 1024) })
  await expect(contents(archive)).rejects.toMatchObject(refused(/unpacks to more than 200 times its size/))
})

test('a file larger than its header says is refused', async () => {
  const { signature, size } = headers.central
  const archive = patched(await zip({ 'README.md': 'x'.repeat(5000) }), signature, (bytes, at) => {
    bytes.writeUInt32LE(10, at + size)
  })
  await expect(contents(archive, { entryBytes: 100 })).rejects.toMatchObject(refused(/cannot|can be read/))
})

test('a bomb whose entries share their bytes is refused', async () => {
  const { signature, offset } = headers.central
  const archive = patched(await zip({ 'a.md': 'same', 'b.md': 'same' }), signature, (bytes, at) => {
    bytes.writeUInt32LE(0, at + offset)
  })
  await expect(read(archive)).rejects.toMatchObject(refused(/overlaps another entry/))
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a web page', Buffer.from('<!doctype html><title>Not found</title>')],
  ['half an archive', Buffer.from('PK\u0003\u0004 and then nothing')],
])('%s is no archive', async (_, bytes) => {
  await expect(read(bytes)).rejects.toMatchObject(refused(/is not a zip archive/))
})

test('a file gives the entries that its bytes give, small and large, in any order', async () => {
  const texts = Array.from(
    { length: 300 },
    (_, number) => [`p/${number}.md`, `Page ${number}\n`.repeat(number)] as const,
  )
  const large = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * at * 31) >> 3))
  const archive = await zip({ ...Object.fromEntries(texts), 'large.bin': large, 'README.md': 'Home' })
  await using spool = await openSpool(tmpdir())
  await spool.writeFile(archive)
  const files = await readArchive(spool, { field: 'body.url' })
  const shuffled = files.toSorted(
    (one, other) => one.path.length - other.path.length || (one.path > other.path ? -1 : 1),
  )
  const read = new Map<string, string>()
  for (const file of shuffled) read.set(file.path, (await file.read()).toString('latin1'))
  expect(Object.fromEntries(read)).toEqual({
    ...Object.fromEntries(texts),
    'large.bin': large.toString('latin1'),
    'README.md': 'Home',
  })
})

/** Incompressible entries of different sizes, all larger than one read. */
function largeEntries(count: number): Record<string, Buffer> {
  const bytes = (number: number) => {
    const content = Buffer.alloc(200_000 + number * 50_000)
    let value = number + 1
    for (let at = 0; at < content.length; at += 1) {
      value = (Math.imul(value, 1_103_515_245) + 12_345) >>> 0
      content[at] = value >>> 16
    }
    return content
  }
  return Object.fromEntries(Array.from({ length: count }, (_, number) => [`${number}.bin`, bytes(number)]))
}

const digests = (entries: [string, Buffer][]) => entries.map(([path, content]) => [path, crc32(content)])

test.each([
  ['stored', false],
  ['deflated', true],
])('a file gives many large %s entries, one after another, again, and all at once', async (_, compress) => {
  const entries = largeEntries(15)
  await using spool = await openSpool(tmpdir())
  await spool.writeFile(await zip(entries, { compress }))
  const files = await readArchive(spool, { field: 'body.url' })
  const expected = digests(Object.entries(entries))
  for (let times = 0; times < 2; times += 1) {
    const read: [string, Buffer][] = []
    for (const file of files) read.push([file.path, await file.read()])
    expect(digests(read)).toEqual(expected)
  }
  const together = files.map(async (file): Promise<[string, Buffer]> => [file.path, await file.read()])
  expect(digests(await Promise.all(together))).toEqual(expected)
})

test('a large entry that is refused midway leaves the others of the file to be read', async () => {
  const entries = { 'bomb.bin': Buffer.alloc(20 * 1024 * 1024), ...largeEntries(3) }
  await using spool = await openSpool(tmpdir())
  await spool.writeFile(await zip(entries))
  const [bomb, ...files] = await readArchive(spool, { field: 'body.url', limits: { ...archiveLimits, ratioFrom: 1 } })
  const refusals = [bomb?.read(), bomb?.read()].map((one) =>
    expect(one).rejects.toMatchObject(refused(/unpacks to more/)),
  )
  const read = await Promise.all(files.map(async (file): Promise<[string, Buffer]> => [file.path, await file.read()]))
  await Promise.all(refusals)
  expect(digests(read)).toEqual(digests(Object.entries(largeEntries(3))))
})

test('a large archive may unpack to four times its size, a small one to 500 MB', () => {
  const megabyte = 1024 ** 2
  expect([1, 100, 1024].map((size) => archiveLimitsOf(size * megabyte).totalBytes / megabyte)).toEqual([500, 500, 4096])
})
