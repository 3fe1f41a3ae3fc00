import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ByteRange } from './ranges.ts'

/** Opens a file without a name, which is gone once it is closed. */
export type Spool = () => Promise<FileHandle>

/** What a socket takes at once. */
const smallBytes = 256 * 1024

/** A stream of bytes for one reader. Many wait in a file: memory holds none of what somebody reads slowly. */
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
