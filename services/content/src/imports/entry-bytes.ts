import { inflateRawSync } from 'node:zlib'
import type { Entry } from 'yauzl'
import type { ArchiveReader } from './archive-reader.ts'

/** Size up to which an entry is read at once, and inflated within a millisecond or two. */
const smallBytes = 128 * 1024
const localHeaderBytes = 30
const localHeaderSignature = 0x04034b50
/** Length of extra fields in the header of an entry that is covered by the first read. */
const extraBytes = 64
const stored = 0

/** The bytes of an archive, in memory or in a file. */
export type ArchiveBytes = Buffer | ArchiveReader

/**
 * Returns the bytes of a small entry, in one read and without the streams that a large entry needs. Undefined if the
 * entry is not small or does not match the directory; reading it as a stream then finds the problem.
 */
export async function smallEntry(archive: ArchiveBytes, entry: Entry): Promise<Buffer | undefined> {
  if (Math.max(entry.compressedSize, entry.uncompressedSize) > smallBytes) return undefined
  const likely = localHeaderBytes + entry.fileNameRaw.length + extraBytes + entry.compressedSize
  const header = await readAt(archive, entry.relativeOffsetOfLocalHeader, likely)
  if (header.length < localHeaderBytes || header.readUInt32LE(0) !== localHeaderSignature) return undefined
  const from = localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  const data = header.subarray(from, from + entry.compressedSize)
  if (data.length < entry.compressedSize) return undefined
  const bytes = entry.compressionMethod === stored ? data : inflated(data, entry.uncompressedSize)
  return bytes?.length === entry.uncompressedSize ? bytes : undefined
}

function inflated(data: Buffer, size: number): Buffer | undefined {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, size) })
  } catch {
    // Damaged, or larger than declared: reading it as a stream finds out which.
    return undefined
  }
}

const readAt = (archive: ArchiveBytes, from: number, length: number) =>
  Buffer.isBuffer(archive) ? archive.subarray(from, from + length) : archive.bytesAt(from, length)
