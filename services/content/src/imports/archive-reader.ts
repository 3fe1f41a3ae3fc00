import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { RandomAccessReader } from 'yauzl'
import { readAt } from '../files/spool.ts'

/** Small entries of a folder lie side by side, in another order than they are read: one read brings many of them. */
const windowBytes = 128 * 1024

type Answer = (error: Error | null, bytesRead: number) => void

/** Reads an archive in a file, which its owner closes. */
export class ArchiveReader extends RandomAccessReader {
  private readonly file: FileHandle
  private window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }

  constructor(file: FileHandle) {
    super()
    this.file = file
  }

  /** The bytes from `start` on; fewer than `length` where the file ends. They stay as they are. */
  async bytesAt(start: number, length: number): Promise<Buffer> {
    if (length > windowBytes) return this.load(start, length)
    const from = start - this.window.start
    if (from >= 0 && from + length <= this.window.bytes.length) return this.window.bytes.subarray(from, from + length)
    const bytes = await this.load(start, windowBytes)
    this.window = { start, bytes }
    return bytes.subarray(0, length)
  }

  private async load(start: number, length: number): Promise<Buffer> {
    return readAt(this.file, length, start)
  }

  override read(target: Buffer, offset: number, length: number, position: number, answer: Answer): void {
    this.bytesAt(position, length).then(
      (bytes) => process.nextTick(answer, null, bytes.copy(target, offset)),
      (error) => process.nextTick(answer, error, 0),
    )
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.file.createReadStream({ start, end: end - 1, autoClose: false })
  }

  override close(done: (error: Error | null) => void): void {
    process.nextTick(done, null)
  }
}
