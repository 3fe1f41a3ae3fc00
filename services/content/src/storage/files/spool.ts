import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { newId } from '@quire/kit'

/**
 * Opens a temporary file without a name, for content that is too large for memory. The file disappears when it is
 * closed or the process ends in any way.
 */
export async function openSpool(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, newId())
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
  } catch (error) {
    await file.close()
    throw error
  }
  return file
}

/** Writes all of the bytes from `position` on. The system may write fewer bytes at once than requested. */
export async function writeAt(file: Pick<FileHandle, 'write'>, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

/** Reads the bytes from `position` on, fewer than `length` only at the end. The system may read fewer at once. */
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

/** Bytes that a stream reads at once. */
const pieceBytes = 64 * 1024

/**
 * Streams the bytes from `start` to before `end`, or to the end of the file. The file stays open however the stream
 * ends, unlike with `createReadStream`, which closes it even without `autoClose`.
 */
export function streamOf(file: Pick<FileHandle, 'read'>, start: number, end: number): Readable {
  async function* pieces() {
    for (let position = start; position < end; ) {
      const piece = await readAt(file, Math.min(pieceBytes, end - position), position)
      if (piece.length === 0) return
      position += piece.length
      yield piece
    }
  }
  return Readable.from(pieces(), { objectMode: false, highWaterMark: pieceBytes })
}
