import { inflateRawSync } from 'node:zlib'
import type { Entry } from 'yauzl'
import type { ArchiveReader } from './archive-reader.ts'

/** Entries up to this size are read at once, and inflated in less than a millisecond or two. */
const smallBytes = 128 * 1024
const localHeaderBytes = 30
const localHeaderSignature = 0x04034b50
/** What else the header before an entry may hold without a second read. */
const extraBytes = 64
const stored = 0

/** Where an archive lies. */
export type ArchiveBytes = Buffer | ArchiveReader

/**
 * The bytes of a small entry, in one read and without the streams that a large one needs. Undefined where it is not
 * small or does not match the directory: reading it as a stream then tells what is wrong.
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
    // Damaged, or larger than it says: reading it as a stream tells which.
    return undefined
  }
}

const readAt = (archive: ArchiveBytes, from: number, length: number) =>
  Buffer.isBuffer(archive) ? archive.subarray(from, from + length) : archive.bytesAt(from, length)
