import { Readable, type Writable } from 'node:stream'
import {
  type DatabaseManifest,
  fileEntry,
  keysEntry,
  Manifest,
  manifestEntry,
  type Owner,
  owners,
  sha256In,
} from './archive/manifest.ts'
import { type ArchiveWriter, writeArchive } from './archive/write-archive.ts'
import { countMissing } from './count-missing.ts'
import { openSnapshot } from './database/dump-database.ts'
import type { Installation } from './installation/installation.ts'
import { packKeys } from './installation/keys.ts'
import { namesOf, storesOfFiles } from './installation/stored-files.ts'
import type { Progress } from './progress.ts'
import { ownVersion } from './schemas.ts'

interface BackupOptions {
  /** Encrypts the keys, if it is there. */
  passphrase: string | undefined
  progress: Progress
}

/**
 * Writes a backup of an installation that may be in use. Each database has the state of one moment, all within the time
 * that it takes to connect; what differs between them is mended when the services of a restored installation start. Returns
 * what was written. Nothing is ever whole in memory but the keys.
 */
export async function backUp(
  { databaseUrls, files, keys }: Installation,
  output: Writable,
  { passphrase, progress }: BackupOptions,
): Promise<Manifest> {
  await using snapshots = new AsyncDisposableStack()
  const opened = await Promise.all(owners.map((owner) => openSnapshot(owner, databaseUrls[owner])))
  for (const snapshot of opened) snapshots.use(snapshot)
  const madeAt = new Date().toISOString()
  const archive = writeArchive(output)
  const databases: Partial<Record<Owner, DatabaseManifest>> = {}
  for (const [at, owner] of owners.entries()) {
    const part = progress.part(`Database of ${owner}`)
    databases[owner] = await opened[at]?.dump(archive, (_table, bytes) => part.add(bytes))
    part.end()
  }
  const content = opened[owners.indexOf('content')]
  const part = progress.part('Files')
  const stored = { count: 0, bytes: 0, damaged: [] as string[], missing: 0 }
  for (const { store } of (await content?.read<{ store: string }>(storesOfFiles)) ?? []) {
    const names = await addFiles(archive, files, { store, stored, report: (bytes) => part.add(bytes) })
    // Files are stored before a database names them, so all that the snapshot names should be there.
    if (content) stored.missing += await countMissing({ content, databaseUrl: databaseUrls.content, store, names })
  }
  part.end()
  const texts = keys.read()
  const isEncrypted = passphrase !== undefined
  const packed = Readable.from([await packKeys(texts, passphrase)])
  const { sha256 } = await archive.add(keysEntry(isEncrypted), packed, { isCompressed: true })
  const manifest = Manifest.parse({
    ...{ format: 1, madeBy: ownVersion(), madeAt, databases, files: stored },
    keys: { count: Object.keys(texts).length, isEncrypted, sha256 },
  })
  await archive.add(manifestEntry, Readable.from([JSON.stringify(manifest)]), { isCompressed: false })
  await archive.end()
  return manifest
}

interface AddedFiles {
  store: string
  /** Is added to. */
  stored: { count: number; bytes: number; damaged: string[] }
  report: (bytes: number) => void
}

/** Adds the files of a store, and returns their names. */
async function addFiles(
  archive: ArchiveWriter,
  files: Installation['files'],
  { store, stored, report }: AddedFiles,
): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const name of namesOf(files, [store])) {
    const content = await files.read(name, archive.buffers.take)
    // A file may be removed with its space after it was listed.
    if (!content) continue
    const written = await archive.add(fileEntry(name), content, { isCompressed: true })
    if (written.sha256 !== sha256In(name)) stored.damaged.push(name)
    names.add(name)
    stored.count += 1
    stored.bytes += written.bytes
    report(written.bytes)
  }
  return names
}
