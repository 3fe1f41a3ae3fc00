import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { fileEntry, fileOfEntry, keysEntry, Manifest, manifestEntry, owners, tableEntry } from './manifest.ts'

/** A backup that was opened for reading, in any order. */
export interface ArchiveReader extends AsyncDisposable {
  manifest: Manifest
  /** The names of the files of content. */
  files: readonly string[]
  /** The size of an entry's content in bytes. */
  sizeOf(entry: string): number
  open(entry: string): Promise<Readable>
}

/** An error that says what is wrong with a backup. */
export class BadBackup extends Error {}

/** Opens a backup; throws `BadBackup` if it is none, or was not written to its end. */
export async function readArchive(path: string): Promise<ArchiveReader> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((cause: Error) => {
    if ((cause as NodeJS.ErrnoException).code) throw cause
    throw new BadBackup(`${path} is no backup, or was not written to its end (${cause.message}).`)
  })
  const entries = await entriesOf(zip)
  const entryOf = (name: string) => {
    const entry = entries.get(name)
    if (!entry) throw new BadBackup(`The backup lacks ${name}.`)
    return entry
  }
  const open = (name: string) => zip.openReadStreamPromise(entryOf(name))
  const parsed = Manifest.safeParse(await json(await open(manifestEntry)))
  if (!parsed.success) throw new BadBackup(`The backup cannot be read: ${parsed.error.issues[0]?.message}.`)
  return {
    manifest: parsed.data,
    files: [...entries.keys()].flatMap((name) => fileOfEntry(name) ?? []),
    sizeOf: (name) => entryOf(name).uncompressedSize,
    open,
    [Symbol.asyncDispose]: async () => zip.close(),
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return entries
}

/**
 * Reads everything in a backup and compares it with the hashes that it was written with. Throws `BadBackup` with the first
 * difference. `report` receives the number of bytes that were read.
 */
export async function verify(archive: ArchiveReader, report: (bytes: number) => void): Promise<void> {
  const { manifest, files } = archive
  if (files.length !== manifest.files.count)
    throw new BadBackup(`The backup has ${files.length} of ${manifest.files.count} files.`)
  const keys = { entry: keysEntry(manifest.keys.isEncrypted), sha256: manifest.keys.sha256 }
  const tables = owners.flatMap((owner) =>
    manifest.databases[owner].tables.map(({ name, sha256 }) => ({ entry: tableEntry(owner, name), sha256 })),
  )
  const stored = files.map((blob) => ({ entry: fileEntry(blob), sha256: blob.slice(blob.lastIndexOf('/') + 1) }))
  for (const { entry, sha256 } of [keys, ...tables, ...stored]) {
    const found = await hashOf(await archive.open(entry), report).catch((error: Error) => error.message)
    if (found !== sha256) throw new BadBackup(`The backup is damaged: ${entry} is not what was written (${found}).`)
  }
}

async function hashOf(content: Readable, report: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) {
    hash.update(chunk)
    report(chunk.length)
  }
  return hash.digest('hex')
}
