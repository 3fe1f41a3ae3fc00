import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '@quire/kit'

/**
 * A file without a name: what is fetched for an import waits in it, so that memory holds none of it. It is gone when it
 * is closed, and with the process, however that ends.
 */
export async function openSpool(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, newId())
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
