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

/** Writes all of the bytes from `position` on. The system may take fewer of them at once than it is given. */
export async function writeAt(file: Pick<FileHandle, 'write'>, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

/** The bytes from `position` on, fewer than `length` only where the file ends. The system may give fewer at once. */
export async function readAt(file: Pick<FileHandle, 'read'>, length: number, position: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return bytes.subarray(0, done)
}
