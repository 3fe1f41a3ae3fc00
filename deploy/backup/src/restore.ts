import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { migrateTo, pieceBytes } from '@quire/kit'
import { fileEntry, keysEntry, type Manifest, type Owner, owners } from './archive/manifest.ts'
import { type ArchiveReader, BadBackup, verify } from './archive/read-archive.ts'
import { dropEverything, loadDatabase } from './database/load-database.ts'
import { openTarget, type Target } from './database/target.ts'
import type { Installation } from './installation/installation.ts'
import { unpackKeys } from './installation/keys.ts'
import type { Progress } from './progress.ts'
import { noteStores, removeReplaced } from './replaced-files.ts'
import { requireKnown, schemas } from './schemas.ts'

interface RestoreOptions {
  /** The whole backup has been checked once this resolves; rejects if it is damaged. */
  checked: Promise<ArchiveReader>
  passphrase: string | undefined
  /** True if what is there already may be deleted. */
  mayReplace: boolean
  progress: Progress
  /** Ends the restore where it is. */
  signal: AbortSignal
}

/**
 * Checks all of a backup, of a file, since it is read twice. Throws `BadBackup` if it is damaged, or of a newer version.
 * Takes as long as a database server takes to start, and needs none.
 */
export async function check(archive: ArchiveReader, progress: Progress): Promise<ArchiveReader> {
  const part = progress.part('Checked')
  await verify(archive, part.add)
  for (const owner of owners) requireKnown(archive.manifest, owner)
  part.end()
  return archive
}

/**
 * Restores a backup into an installation whose services are stopped. Changes nothing if it is damaged, of a newer version,
 * would replace something that nobody said may go, or if its keys cannot be written. If it is interrupted, no service starts
 * before it has been run again.
 */
export async function restore(
  { databaseUrls, files, keys, removeUnsaved }: Installation,
  { checked, passphrase, mayReplace, progress, signal }: RestoreOptions,
): Promise<Manifest> {
  const archive = await checked
  const { manifest } = archive
  signal.throwIfAborted()
  const entry = keysEntry(manifest.keys.isEncrypted)
  const texts = await unpackKeys(await buffer(await archive.open(entry)), manifest.keys.isEncrypted, passphrase)
  await using target = await openTarget(databaseUrls)
  await target.requireReplaceable(mayReplace)
  keys.requireWritable()
  await target.mark()
  const stores = await noteStores(target.clients.content)
  // Databases are the work of their server, files that of the disk and of this process.
  const failing = new AbortController()
  const either = AbortSignal.any([signal, failing.signal])
  const work = [
    ...sideBySide.map((some) => restoreDatabases(archive, target, some, { databaseUrls, progress, signal: either })),
    restoreFiles(archive, files, { progress, signal: either }),
  ]
  try {
    await Promise.all(work)
  } catch (error) {
    // Nothing may still be written once a restore has failed.
    failing.abort()
    await Promise.allSettled(work)
    // An interruption also ends statements, with errors of their own.
    signal.throwIfAborted()
    throw error
  }
  keys.write(texts)
  // Last, so that a restore that fails has deleted no file.
  const { content } = target.clients
  await removeReplaced(files, { stores, content, restored: new Set(archive.files), signal })
  await removeUnsaved?.()
  await target.unmark()
  return manifest
}

interface Restoring {
  progress: Progress
  signal: AbortSignal
}

/** Databases that are restored at the same time, each list one after another: content's takes as long as the others together. */
const sideBySide: Owner[][] = [['content'], owners.filter((owner) => owner !== 'content')]

async function restoreDatabases(
  archive: ArchiveReader,
  target: Target,
  some: readonly Owner[],
  { databaseUrls, progress, signal }: Restoring & Pick<Installation, 'databaseUrls'>,
) {
  for (const owner of some) {
    const part = progress.part(`Database of ${owner}`)
    const client = target.clients[owner]
    const { migrations } = archive.manifest.databases[owner]
    signal.throwIfAborted()
    await dropEverything(client)
    await migrateTo({ DATABASE_URL: databaseUrls[owner] }, schemas[owner], migrations)
    await loadDatabase(client, { owner, archive, report: (_table, bytes) => part.add(bytes), signal })
    part.end()
  }
}

/** Files that are stored side by side: each waits for the disk, or for the storage. */
const filesAtOnce = 8

async function restoreFiles(archive: ArchiveReader, files: Installation['files'], { progress, signal }: Restoring) {
  const part = progress.part('Files')
  const names = archive.files[Symbol.iterator]()
  const work = async () => {
    const buffer = Buffer.allocUnsafeSlow(pieceBytes)
    for (const name of names) {
      signal.throwIfAborted()
      part.add(await restoreFile(archive, files, { name, buffer }))
    }
  }
  const working = Array.from({ length: filesAtOnce }, work)
  await Promise.all(working).finally(() => Promise.allSettled(working))
  part.end()
}

async function restoreFile(
  archive: ArchiveReader,
  files: Installation['files'],
  { name, buffer }: { name: string; buffer: Buffer },
): Promise<number> {
  const entry = fileEntry(name)
  const size = archive.sizeOf(entry)
  const [sha256 = '', store = ''] = name.split('/').reverse()
  const pieces = () => archive.read(entry, buffer)
  const open = () => Readable.from(copiesOf(pieces()))
  const stored = await files.putFile(store, { sha256, size, open, pieces })
  if (stored !== name) throw new BadBackup(`The file ${name} was stored as ${stored}.`)
  return size
}

async function* copiesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}
