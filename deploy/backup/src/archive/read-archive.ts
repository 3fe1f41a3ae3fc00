import { createHash } from 'node:crypto'
import { type FileHandle, open as openFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pieceBytes, piecesOf } from '@quire/kit'
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl'
import {
  fileEntry,
  fileOfEntry,
  keysEntry,
  Manifest,
  madeByWords,
  manifestEntry,
  owners,
  sha256In,
  tableEntry,
} from './manifest.ts'
import { OffsetReader, offsetOfZip } from './offset-reader.ts'

/** A backup that was opened for reading, in any order. */
export interface ArchiveReader extends AsyncDisposable {
  manifest: Manifest
  /** The names of the files of content, without those that were damaged when they were saved. */
  files: readonly string[]
  /** The size of an entry's content in bytes. */
  sizeOf(entry: string): number
  open(entry: string): Promise<Readable>
  /** Like `open`, in pieces of which each is valid until the next one is asked for; `buffer` is one to read into. */
  read(entry: string, buffer: Buffer): AsyncIterable<Buffer>
}

/** An error that says what is wrong with a backup. */
export class BadBackup extends Error {}

/** Opens a backup; throws `BadBackup` if it is none, or was not written to its end. */
export async function readArchive(path: string): Promise<ArchiveReader> {
  await using opened = new AsyncDisposableStack()
  const file = await openFile(path)
  opened.defer(() => file.close())
  const offset = await offsetOfZip(file)
  const { zip, entries } = await openZip(file, offset).catch((cause: Error) => {
    if ((cause as NodeJS.ErrnoException).code) throw cause
    throw new BadBackup(`${path} is no backup, or was not written to its end (${cause.message}).`)
  })
  opened.defer(() => zip.close())
  const entryOf = (name: string) => {
    const entry = entries.get(name)
    if (!entry) throw new BadBackup(`The backup lacks ${name}.`)
    return entry
  }
  const open = (name: string) => zip.openReadStreamPromise(entryOf(name))
  const found = await json(await open(manifestEntry))
  const parsed = Manifest.safeParse(found)
  if (!parsed.success)
    throw new BadBackup(`The backup cannot be read: ${parsed.error.issues[0]?.message}.${madeByWords(found)}`)
  const damaged = new Set(parsed.data.files.damaged)
  const files = [...entries.keys()].flatMap((name) => fileOfEntry(name) ?? [])
  const held = opened.move()
  return {
    manifest: parsed.data,
    files: files.filter((name) => !damaged.has(name)),
    sizeOf: (name) => entryOf(name).uncompressedSize,
    open,
    read: (name, buffer) => readEntry(zip, { file, offset }, entryOf(name), buffer),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

interface ZipInFile {
  file: FileHandle
  /** Bytes of the file in front of the ZIP. */
  offset: number
}

/** Reads an entry; the library reads 64 kB at a time, each into memory of its own, so what is not compressed goes past it. */
async function* readEntry(
  zip: ZipFile,
  { file, offset }: ZipInFile,
  entry: Entry,
  buffer: Buffer,
): AsyncGenerator<Buffer> {
  if (entry.compressionMethod !== 0) return yield* await zip.openReadStreamPromise(entry)
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const start = fileDataStart + offset
  yield* piecesOf(file, { start, end: start + entry.uncompressedSize - 1 }, () => buffer)
}

async function openZip(file: FileHandle, offset: number): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const { size } = await file.stat()
  const options = { lazyEntries: true, autoClose: false }
  const zip = await fromRandomAccessReaderPromise(new OffsetReader(file, offset), size - offset, options)
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return { zip, entries }
}

/**
 * Reads everything in a backup and compares it with the hashes that it was written with. Throws `BadBackup` with the first
 * difference. `report` receives the number of bytes that were read.
 */
export async function verify(archive: ArchiveReader, report: (bytes: number) => void): Promise<void> {
  const { manifest, files } = archive
  const count = manifest.files.count - manifest.files.damaged.length
  if (files.length !== count) throw new BadBackup(`The backup has ${files.length} of ${count} files.`)
  const keys = { entry: keysEntry(manifest.keys.isEncrypted), sha256: manifest.keys.sha256 }
  const tables = owners.flatMap((owner) =>
    manifest.databases[owner].tables.map(({ name, sha256 }) => ({ entry: tableEntry(owner, name), sha256 })),
  )
  const stored = files.map((blob) => ({ entry: fileEntry(blob), sha256: sha256In(blob) }))
  const buffer = Buffer.allocUnsafeSlow(pieceBytes)
  for (const { entry, sha256 } of [keys, ...tables, ...stored]) {
    const found = await hashOf(archive.read(entry, buffer), report).catch((error: Error) => error.message)
    if (found !== sha256) throw new BadBackup(`The backup is damaged: ${entry} is not what was written (${found}).`)
  }
}

async function hashOf(content: AsyncIterable<Buffer>, report: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) {
    hash.update(chunk)
    report(chunk.length)
  }
  return hash.digest('hex')
}
