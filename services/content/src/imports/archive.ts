import type { FileHandle } from 'node:fs/promises'
import { crc32, inflateRawSync } from 'node:zlib'
import { badRequest, Refusal } from '@quire/kit'
import { type Entry, fromBufferPromise, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl'
import { yieldEvery } from '../storage/yield-every.ts'
import { checkEntry, checkOverlaps, isFolder, nameOf, safePath, unreadable } from './archive-entries.ts'
import { ArchiveReader } from './archive-reader.ts'
import { BrokenFile } from './broken-file.ts'
import { type ArchiveLimits, archiveLimitsOf } from './import-limits.ts'
import type { SourceFile } from './source-files.ts'
import { folderOf } from './source-paths.ts'

/** Size up to which an entry is read at once, and inflated within a millisecond or two. */
const maxInlineEntryBytes = 128 * 1024

const localHeaderBytes = 30

const localHeaderSignature = 0x04034b50

/** Length of extra fields in the header of an entry that is covered by the first read. */
const extraBytes = 64

const storedMethod = 0

/** The bytes of an archive, in memory or in a file. */
type ArchiveBytes = Buffer | ArchiveReader

interface ArchiveOptions {
  /** The input that named the archive, for refusals. */
  field: string
  /** Those of its size if absent. */
  limits?: ArchiveLimits
  /** True to leave a single folder that contains all files in their paths. */
  isWhole?: boolean
}

/**
 * Lists the files of a zip archive, without a single folder that contains them all. A file is inflated in memory when
 * it is read; a damaged, encrypted or too large entry is then a BrokenFile. The caller closes an archive in a file.
 * Throws 400 if it is not a zip archive, for names that lead out of it, for links and repeated entries, and for more
 * than `limits` allow, which is counted while inflating.
 */
export async function readArchive(
  file: Buffer | FileHandle,
  { field, limits: given, isWhole = false }: ArchiveOptions,
) {
  return refusing(field, async () => {
    const { archive, zip, size } = await openZip(file)
    const limits = given ?? archiveLimitsOf(size)
    const entries: Entry[] = []
    const turn = yieldEvery(200)
    for await (const entry of zip.eachEntry()) {
      await turn()
      entry.fileName = nameOf(entry)
      if (entries.push(entry) > limits.entries) throw badRequest(field, `holds more than ${limits.entries} entries`)
    }
    for (const entry of entries) checkEntry(entry, field)
    checkOverlaps(entries, field)
    const files = filesOf({ archive, zip, spent: { bytes: 0, entries: new Map() }, field, limits }, entries)
    return isWhole ? files : withoutCommonFolder(files)
  })
}

/** Names stay bytes here: the library refuses some of them without the words that lead on, which `safePath` has. */
const asBytes = { decodeStrings: false }

async function openZip(file: Buffer | FileHandle): Promise<Pick<OpenArchive, 'archive' | 'zip'> & { size: number }> {
  if (Buffer.isBuffer(file)) return { archive: file, zip: await fromBufferPromise(file, asBytes), size: file.length }
  const archive = new ArchiveReader(file)
  const { size } = await file.stat()
  return { archive, zip: await fromRandomAccessReaderPromise(archive, size, { ...asBytes, autoClose: false }), size }
}

/** An open archive, and the number of bytes that were unpacked so far. */
interface OpenArchive {
  archive: ArchiveBytes
  zip: ZipFile
  spent: { bytes: number; entries: Map<Entry, number> }
  field: string
  limits: ArchiveLimits
}

function filesOf(unpacking: OpenArchive, entries: Entry[]): SourceFile[] {
  const { field, limits } = unpacking
  const files = new Map<string, SourceFile>()
  const folders = new Set<string>()
  for (const entry of entries) {
    const path = safePath(entry.fileName, field)
    if (path === '' || isFolder(entry) || isClutter(path)) continue
    if (files.has(path)) throw badRequest(field, `holds ${quoted(path)} twice`)
    for (let folder = folderOf(path); folder !== '' && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder)
    // A path of a thousand characters makes hundreds of folders, each of which could become a page.
    if (folders.size > limits.entries) throw badRequest(field, `holds more than ${limits.entries} folders`)
    const read = () => refusing(field, () => inflate(unpacking, entry))
    files.set(path, { path, read, size: entry.uncompressedSize })
  }
  return [...files.values()]
}

/** True for files that macOS adds to archives. */
const isClutter = (path: string) => /(^|\/)(__MACOSX\/|\.DS_Store$)/.test(path)

/** Removes a single folder that contains all files from their paths. */
export function withoutCommonFolder(files: SourceFile[]): SourceFile[] {
  const folder = files[0]?.path.split('/')[0]
  if (!files.every(({ path }) => path.startsWith(`${folder}/`))) return files
  return files.map((file) => ({ ...file, path: file.path.slice(`${folder}/`.length) }))
}

async function inflate(unpacking: OpenArchive, entry: Entry): Promise<Buffer> {
  const { archive } = unpacking
  const problem = unreadable(entry, unpacking.limits)
  if (problem !== undefined) throw new BrokenFile(problem)
  const small = await smallEntry(archive, entry)
  if (small) spend(unpacking, entry, small.length)
  const content = small ?? (await inflateStream(unpacking, entry))
  if (crc32(content) !== entry.crc32) throw new BrokenFile('is damaged')
  return content
}

async function inflateStream(unpacking: OpenArchive, entry: Entry): Promise<Buffer> {
  const { zip, field, limits } = unpacking
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    size += chunk.length
    if (size > limits.entryBytes) throw tooLarge(entry, field, limits)
    if (size > limits.ratioFrom && size > entry.compressedSize * limits.ratio) {
      throw badRequest(field, `${quoted(entry.fileName)} unpacks to more than ${limits.ratio} times its size`)
    }
    chunks.push(chunk)
    spend(unpacking, entry, size)
  }
  return Buffer.concat(chunks)
}

/** Counts the largest inflated size of each entry, so that an entry counts once even if it is read several times. */
function spend({ spent, field, limits }: OpenArchive, entry: Entry, size: number): void {
  const before = spent.entries.get(entry) ?? 0
  if (size <= before) return
  spent.entries.set(entry, size)
  spent.bytes += size - before
  if (spent.bytes > limits.totalBytes) throw badRequest(field, `holds more than ${limits.totalBytes} bytes`)
}

const tooLarge = (entry: Entry, field: string, { entryBytes }: ArchiveLimits) =>
  badRequest(field, `${quoted(entry.fileName)} is larger than ${entryBytes} bytes`)

const quoted = (path: string) => JSON.stringify(path.slice(0, 200))

/** Converts errors of the library to a 400 with their message, which only describes the archive. */
async function refusing<Result>(field: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal || error instanceof BrokenFile) throw error
    const reason = error instanceof Error ? error.message.slice(0, 300) : 'its data is damaged'
    throw badRequest(field, `is not a zip archive that can be read: ${reason}`)
  }
}

/**
 * Returns the bytes of a small entry, in one read and without the streams that a large entry needs. Undefined if the
 * entry is not small or does not match the directory; reading it as a stream then finds the problem.
 */
async function smallEntry(archive: ArchiveBytes, entry: Entry): Promise<Buffer | undefined> {
  if (Math.max(entry.compressedSize, entry.uncompressedSize) > maxInlineEntryBytes) return undefined
  const likely = localHeaderBytes + entry.fileNameRaw.length + extraBytes + entry.compressedSize
  const header = await readAt(archive, entry.relativeOffsetOfLocalHeader, likely)
  if (header.length < localHeaderBytes || header.readUInt32LE(0) !== localHeaderSignature) return undefined
  const from = localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  const data = header.subarray(from, from + entry.compressedSize)
  if (data.length < entry.compressedSize) return undefined
  const bytes = entry.compressionMethod === storedMethod ? data : inflated(data, entry.uncompressedSize)
  return bytes?.length === entry.uncompressedSize ? bytes : undefined
}

function inflated(data: Buffer, size: number): Buffer | undefined {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, size) })
  } catch {
    // Damaged, or larger than declared: reading it as a stream finds out which.
    return undefined
  }
}

const readAt = (archive: ArchiveBytes, from: number, length: number) =>
  Buffer.isBuffer(archive) ? archive.subarray(from, from + length) : archive.bytesAt(from, length)
