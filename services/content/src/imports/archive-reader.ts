import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { RandomAccessReader } from 'yauzl'
import { readAt, streamOf } from '../storage/files/spool.ts'

/** Bytes of one read. Small entries of a folder are adjacent, so one read fetches many of them in any order. */
const windowBytes = 128 * 1024

type Answer = (error: Error | null, bytesRead: number) => void

/** Reads an archive in a file, which the caller closes. */
export class ArchiveReader extends RandomAccessReader {
  private readonly file: FileHandle
  private window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }

  constructor(file: FileHandle) {
    super()
    this.file = file
  }

  /** Returns the bytes from `start` on; fewer than `length` at the end of the file. Later reads do not change them. */
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
    return streamOf(this.file, start, end)
  }

  override close(done: (error: Error | null) => void): void {
    process.nextTick(done, null)
  }
}
