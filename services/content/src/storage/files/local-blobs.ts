import { createHash } from 'node:crypto'
import {
  chmod,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { newId, pieceBytes, piecesOf, unwritable } from '@quire/kit'
import { type BlobStore, blobName, blobPath, type LargeFile, type StoredBlob, sha256In, sha256Of } from './blobs.ts'

/** File modes that keep uploads from other users of the machine. */
const ownersOnly = { folder: 0o700, file: 0o600 }

/** Restricts the folder of blobs to its owner, also if the folder exists with other permissions. */
export async function closeFolder(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'blobs')
  try {
    await mkdir(folder, { recursive: true, mode: ownersOnly.folder })
    await chmod(folder, ownersOnly.folder)
  } catch (cause) {
    throw unwritable('DATA_DIR', folder, cause)
  }
}

/** Stores blobs in the folder `blobs` of `dataDir`, which every replica must share. */
export function localBlobs(dataDir: string): BlobStore {
  const folder = join(dataDir, 'blobs')
  return {
    async put(store, bytes) {
      const blob = blobName(store, sha256Of(bytes))
      const path = join(folder, blobPath(blob) ?? '')
      // A damaged file is mended by the next upload of its bytes.
      if ((await wasTouched(path)) && (await isWhole(path, { sha256: sha256In(blob), size: bytes.length }))) return blob
      await writeWhole(path, { sha256: sha256In(blob), size: bytes.length, open: () => Readable.from([bytes]) })
      return blob
    },
    async putFile(store, file) {
      const blob = blobName(store, file.sha256)
      await writeWhole(join(folder, blobPath(blob) ?? ''), file)
      return blob
    },
    async open(blob, range) {
      const path = blobPath(blob)
      const file = path === undefined ? undefined : await unlessMissing(open(join(folder, path)))
      return file?.createReadStream(range)
    },
    async read(blob, take) {
      const path = blobPath(blob)
      const file = path === undefined ? undefined : await unlessMissing(open(join(folder, path)))
      return file && wholeFile(file, take)
    },
    async list(store, after, limit) {
      const blobs = (await filesOf(folder, store)).map((file) => blobName(store, file)).sort()
      const some = blobs.filter((blob) => blob > after && blobPath(blob) !== undefined).slice(0, limit)
      return storedOf(folder, some)
    },
    stat: (blobs) => storedOf(folder, blobs),
    async remove(blobs) {
      const paths = blobs.flatMap((blob) => blobPath(blob) ?? []).map((path) => join(folder, path))
      await Promise.all(paths.map((path) => rm(path, { force: true })))
      await Promise.all([...new Set(paths.map(dirname))].map(removeIfEmpty))
    },
  }
}

/** Returns those of these blobs that exist. */
async function storedOf(folder: string, blobs: readonly string[]): Promise<StoredBlob[]> {
  const found = await Promise.all(blobs.map((blob) => unlessMissing(stat(join(folder, blobPath(blob) ?? '')))))
  return blobs.flatMap((blob, at) => {
    const storedAt = found[at]?.mtime
    return storedAt ? [{ blob, storedAt }] : []
  })
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

/**
 * Writes a file atomically, also in the case of a power cut: rows that name the file commit later. A disk that becomes
 * full may take a part without an error, so what was written is compared before it gets its name.
 */
async function writeWhole(path: string, file: LargeFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: ownersOnly.folder })
  const piece = `${path}.${newId()}`
  try {
    // The content is synced before it gets its name, and the name lasts once its folder is synced too.
    await writeFile(piece, file.pieces?.() ?? file.open(), { mode: ownersOnly.file, flush: true })
    if (!(await isWhole(piece, file))) throw Object.assign(new Error('the disk took a part of a file'), { code: 'EIO' })
    await rename(piece, path)
  } catch (error) {
    await rm(piece, { force: true }).catch(() => undefined)
    throw error
  }
  await syncFolder(dirname(path))
}

/** True if a file has the size and the hash that it should have. */
async function isWhole(path: string, { sha256, size }: Pick<LargeFile, 'sha256' | 'size'>): Promise<boolean> {
  if ((await stat(path)).size !== size) return false
  const hash = createHash('sha256')
  const buffer = spareBuffers.pop() ?? Buffer.allocUnsafeSlow(pieceBytes)
  for await (const piece of wholeFile(await open(path), () => buffer)) hash.update(piece)
  spareBuffers.push(buffer)
  return hash.digest('hex') === sha256
}

/** Buffers that no check uses: at most as many as files were checked at the same time. */
const spareBuffers: Buffer[] = []

/** Reads a file to its end, and closes it. */
async function* wholeFile(file: FileHandle, take: () => Buffer | Promise<Buffer>): AsyncGenerator<Buffer> {
  try {
    const { size } = await file.stat()
    yield* piecesOf(file, { start: 0, end: size - 1 }, take)
  } finally {
    await file.close()
  }
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
