import { createWriteStream } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { newId } from '@quire/kit'
import writeFileAtomic from 'write-file-atomic'
import { type BlobStore, blobName, blobPath, sha256Of } from './blobs.ts'

/** File modes that keep uploads from other users of the machine. */
const ownersOnly = { folder: 0o700, file: 0o600 }

/** Restricts the folder of blobs to its owner, also if the folder exists with other permissions. */
export async function closeFolder(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'blobs')
  await mkdir(folder, { recursive: true, mode: ownersOnly.folder })
  await chmod(folder, ownersOnly.folder)
}

/** Stores blobs in the folder `blobs` of `dataDir`, which every replica must share. */
export function localBlobs(dataDir: string): BlobStore {
  const folder = join(dataDir, 'blobs')
  return {
    async put(store, bytes) {
      const blob = blobName(store, sha256Of(bytes))
      const path = join(folder, blobPath(blob) ?? '')
      if (await wasTouched(path)) return blob
      await mkdir(dirname(path), { recursive: true, mode: ownersOnly.folder })
      await writeWhole(path, bytes)
      return blob
    },
    async putFile(store, { sha256, open: openFile }) {
      const blob = blobName(store, sha256)
      const path = join(folder, blobPath(blob) ?? '')
      await mkdir(dirname(path), { recursive: true, mode: ownersOnly.folder })
      const piece = `${path}.${newId()}`
      // The content is synced before it gets its name, and the name lasts once its folder is synced too.
      await pipeline(openFile(), createWriteStream(piece, { mode: ownersOnly.file, flush: true }))
      await rename(piece, path)
      await syncFolder(dirname(path))
      return blob
    },
    async open(blob, range) {
      const path = blobPath(blob)
      const file = path === undefined ? undefined : await unlessMissing(open(join(folder, path)))
      return file?.createReadStream(range)
    },
    async list(store, after, limit) {
      const blobs = (await filesOf(folder, store)).map((file) => blobName(store, file)).sort()
      const some = blobs.filter((blob) => blob > after && blobPath(blob) !== undefined).slice(0, limit)
      const found = await Promise.all(some.map((blob) => unlessMissing(stat(join(folder, blobPath(blob) ?? '')))))
      return some.flatMap((blob, at) => {
        const storedAt = found[at]?.mtime
        return storedAt ? [{ blob, storedAt }] : []
      })
    },
    async remove(blobs) {
      const paths = blobs.flatMap((blob) => blobPath(blob) ?? []).map((path) => join(folder, path))
      await Promise.all(paths.map((path) => rm(path, { force: true })))
      await Promise.all([...new Set(paths.map(dirname))].map(removeIfEmpty))
    },
  }
}

/** Lists the file names of a store; those of the nameless store are in folders of two digits. */
async function filesOf(folder: string, store: string): Promise<string[]> {
  if (store !== '') return (await unlessMissing(readdir(join(folder, 'stores', store)))) ?? []
  const folders = ((await unlessMissing(readdir(folder))) ?? []).filter((one) => /^[0-9a-f]{2}$/.test(one))
  return (await Promise.all(folders.map((one) => readdir(join(folder, one))))).flat()
}

/** True if the file exists; its time is then set to now. */
async function wasTouched(path: string): Promise<boolean> {
  const now = new Date()
  return (await unlessMissing(utimes(path, now, now).then(() => true))) ?? false
}

/** Writes a file atomically, also in the case of a power cut: rows that name the file commit later. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await writeFileAtomic(path, bytes, { mode: ownersOnly.file })
  // A name lasts once its folder is synced.
  await syncFolder(dirname(path))
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(Object(error).code)) throw error
  }
}

async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (Object(error).code === 'ENOENT') return undefined
    throw error
  }
}
