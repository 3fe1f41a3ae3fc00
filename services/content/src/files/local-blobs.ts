import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '@quire/kit'
import { type BlobStore, isSha256, sha256Of } from './blobs.ts'

/** Blobs in the folder `blobs` of `dataDir`, which every replica must share. */
export function localBlobs(dataDir: string): BlobStore {
  const pathOf = (sha256: string) => join(dataDir, 'blobs', sha256.slice(0, 2), sha256)
  return {
    async put(bytes) {
      const sha256 = sha256Of(bytes)
      const path = pathOf(sha256)
      if (await unlessMissing(stat(path))) return sha256
      await mkdir(dirname(path), { recursive: true })
      await writeWhole(path, bytes)
      return sha256
    },
    async open(sha256) {
      const file = isSha256(sha256) ? await unlessMissing(open(pathOf(sha256))) : undefined
      return file?.createReadStream()
    },
  }
}

/** The file is there whole or not at all, also after a power cut: rows that name it commit after this. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const temporary = `${path}.${newId()}`
  try {
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
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
