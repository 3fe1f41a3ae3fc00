import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ByteRange } from './ranges.ts'

/** Opens a file without a name, which is deleted once it is closed. */
export type Spool = () => Promise<FileHandle>

/** The number of bytes that a socket accepts at once. */
const smallBytes = 256 * 1024

/** Returns a stream of bytes for one client. Large content waits in a file, so that slow clients hold no memory. */
export async function spooled(bytes: Buffer, spool: Spool, { start, end }: ByteRange): Promise<Readable> {
  if (bytes.length <= smallBytes) return Readable.from([bytes.subarray(start, end + 1)])
  const file = await spool()
  try {
    await file.writeFile(bytes)
  } catch (error) {
    await file.close()
    throw error
  }
  return file.createReadStream({ start, end })
}
