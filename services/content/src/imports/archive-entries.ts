import { badRequest } from '@quire/kit'
import type { Entry } from 'yauzl'
import type { ArchiveLimits } from './limits.ts'

const unixTypes = { mask: 0o170000, file: 0o100000, folder: 0o040000 }
const localHeaderBytes = 30

export const isFolder = (entry: Entry) => entry.fileName.endsWith('/')

const shown = (name: string) => JSON.stringify(name.slice(0, 200))

/** Refuses an entry by what the archive's directory says of it. */
export function checkEntry(entry: Entry, field: string, limits: ArchiveLimits): void {
  const refuse = (problem: string) => badRequest(field, `${shown(entry.fileName)} ${problem}`)
  const type = (entry.externalFileAttributes >>> 16) & unixTypes.mask
  if (type !== 0 && type !== unixTypes.file && type !== unixTypes.folder) {
    throw refuse('is a link or a special file: only files and folders are imported')
  }
  if (entry.isEncrypted()) throw refuse('is encrypted')
  if (!entry.canDecodeFileData()) throw refuse('is compressed in a way that is not supported: use deflate')
  if (entry.uncompressedSize > limits.entryBytes) throw refuse(`is larger than ${limits.entryBytes} bytes`)
}

/** Refuses entries that share their bytes, which is how a small archive unpacks to a large one many times over. */
export function checkOverlaps(entries: Entry[], field: string): void {
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end)
      throw badRequest(field, `${shown(entry.fileName)} overlaps another entry`)
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameRaw.length + entry.compressedSize
  }
}

/** The entry's path from the root of the archive. Throws 400 where it could mean a place outside, on any system. */
export function safePath(name: string, field: string): string {
  const refuse = (problem: string) => badRequest(field, `${shown(name)} ${problem}`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with a control character is a forged one
  if (/[\u0000-\u001f\u007f]/.test(name) || !name.isWellFormed()) throw refuse('is not a proper file name')
  if (name.length > 1024) throw refuse('is longer than 1024 characters')
  if (/^([a-z]:|\/)|\\/i.test(name)) throw refuse('is not a path within the archive')
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) throw refuse('leads out of the archive')
  return parts.join('/').normalize()
}
