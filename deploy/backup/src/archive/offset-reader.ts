import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { piecesOf } from '@quire/kit'
import { RandomAccessReader } from 'yauzl'

/** The bytes that a ZIP begins with, of the header of its first entry. */
const firstHeader = Buffer.from('PK\x03\x04', 'latin1')

/** Bytes of a file that are searched for the beginning of a ZIP. */
const searchedBytes = 64 * 1024

/** Bytes of a piece of a stream. */
const streamedBytes = 64 * 1024

/**
 * Returns the number of bytes in front of a ZIP, and 0 if no beginning is found. `npm run` without `-s` writes its banner to
 * the standard output, so `npm run backup -- - > file` puts text there, by which all offsets in the file are wrong.
 */
export async function offsetOfZip(file: FileHandle): Promise<number> {
  const buffer = Buffer.alloc(searchedBytes)
  const { bytesRead } = await file.read(buffer, 0, searchedBytes, 0)
  return Math.max(0, buffer.subarray(0, bytesRead).indexOf(firstHeader))
}

/** Reads a ZIP that begins `offset` bytes after the beginning of a file. Leaves the file open. */
export class OffsetReader extends RandomAccessReader {
  readonly #file: FileHandle
  readonly #offset: number

  constructor(file: FileHandle, offset: number) {
    super()
    this.#file = file
    this.#offset = offset
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const range = { start: start + this.#offset, end: end + this.#offset - 1 }
    return Readable.from(
      piecesOf(this.#file, range, () => Buffer.allocUnsafe(streamedBytes)),
      { objectMode: false },
    )
  }

  override read(
    ...[buffer, offset, length, position, done]: Parameters<RandomAccessReader['read']>
  ): ReturnType<RandomAccessReader['read']> {
    this.#file.read(buffer, offset, length, position + this.#offset).then(
      ({ bytesRead }) => done(bytesRead < length ? new Error('unexpected EOF') : null),
      (error) => done(error),
    )
  }
}
