import { isUtf8 } from 'node:buffer'
import { badRequest } from '@quire/kit'
import { type Entry, getFileNameLowLevel } from 'yauzl'
import type { ArchiveLimits } from './import-limits.ts'

const unixTypes = { mask: 0o170000, file: 0o100000, folder: 0o040000 }
const localHeaderBytes = 30

export const isFolder = (entry: Entry) => entry.fileName.endsWith('/')

const quoted = (name: string) => JSON.stringify(name.slice(0, 200))

/** Refuses links and special files, by the archive's directory. */
export function checkEntry(entry: Entry, field: string): void {
  const type = (entry.externalFileAttributes >>> 16) & unixTypes.mask
  if (type !== 0 && type !== unixTypes.file && type !== unixTypes.folder) {
    throw badRequest(
      field,
      `${quoted(entry.fileName)} is a link or a special file: only files and folders are imported`,
    )
  }
}

/** Returns the reason why an entry cannot be read, by the archive's directory; undefined if it can. */
export function unreadable(entry: Entry, limits: ArchiveLimits): string | undefined {
  if (entry.isEncrypted()) return 'is encrypted'
  if (!entry.canDecodeFileData()) return 'is compressed in a way that is not supported: use deflate'
  return entry.uncompressedSize > limits.entryBytes ? `is larger than ${limits.entryBytes} bytes` : undefined
}

const utf8Flag = 0x800

/**
 * Decodes the name of an entry. Many tools write UTF-8 without the flag, which the format defines as CP437: bytes that
 * are valid UTF-8 are hardly ever CP437.
 */
export function nameOf({ generalPurposeBitFlag: flags, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(isUtf8(fileNameRaw) ? flags | utf8Flag : flags, fileNameRaw, extraFields, true)
}

/** Refuses entries that share bytes, with which a small archive unpacks to many times its size. */
export function checkOverlaps(entries: Entry[], field: string): void {
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end)
      throw badRequest(field, `${quoted(entry.fileName)} overlaps another entry`)
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameRaw.length + entry.compressedSize
  }
}

/** Returns the entry's path from the root of the archive. Throws 400 if it could lead out of it on any system. */
export function safePath(name: string, field: string): string {
  const refuse = (problem: string) =>
    badRequest(field, `${quoted(name)} ${problem}: rename it or leave it out, and pack the archive again`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with a control character is a forged one
  if (/[\u0000-\u001f\u007f]/.test(name) || !name.isWellFormed()) throw refuse('is not a proper file name')
  if (name.length > 1024) throw refuse('is longer than 1024 characters')
  if (/^([a-z]:|\/)|\\/i.test(name)) throw refuse('is not a path within the archive')
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) throw refuse('leads out of the archive')
  return parts.join('/').normalize()
}
