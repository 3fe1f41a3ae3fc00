import { hash } from 'node:crypto'
import { DocumentError, mayLimitAccess } from '@quire/document/plain'
import { Refusal, refuseText } from '@quire/kit'
import type { SourceText } from '../storage/revisions/revision-entries.ts'
import { BrokenFile } from './broken-file.ts'
import type { SourceFile } from './source-files.ts'

/** Size of the largest page or table of contents (docs/markdown.md#limits). */
export const maxTextBytes = 4 * 1024 * 1024

/** A text with `\n` line ends, and the file that it was read from. */
export interface FileText {
  text: string
  /** The text with the line ends and the byte order mark of the file. */
  source: string
  encoding?: SourceText['encoding']
  /** Git's name of the bytes. */
  oid: string
}

/** Reads a text with `\n` line ends, as `readFileText`. */
export const readText = async (file: Pick<SourceFile, 'read'>): Promise<string> => (await readFileText(file)).text

/** Reads a text in UTF-8, or in UTF-16 with a byte order mark. Throws BrokenFile for other bytes. */
export async function readFileText(file: Pick<SourceFile, 'read'>): Promise<FileText> {
  return fileTextOf(await decodeFile(file))
}

/** NULs that a slip may leave in a text; a file with more is no text. */
const maxNuls = 20

/**
 * Reads a page as `readFileText` does, but replaces NULs by U+FFFD and returns their lines, counted from 1. Throws BrokenFile
 * if one of them may spoil a rule of who may see the page: in front matter, or in a line with a tag.
 */
export async function readPageText(file: Pick<SourceFile, 'read'>): Promise<FileText & { nulLines: number[] }> {
  const decoded = await decodeFile(file)
  const { source } = decoded
  if (!source.includes('\0')) return { ...fileTextOf(decoded), nulLines: [] }
  const lines = source.split(/\r\n|\n|\r/)
  const nulLines = lines.flatMap((line, at) => (line.includes('\0') ? [at + 1] : []))
  const isText = source.split('\0').length - 1 <= maxNuls
  if (!isText || mayLimitAccess(source.replaceAll('\0', '')) || nulLines.some((line) => mayBeInTag(lines, line - 1)))
    throw new BrokenFile(`its text contains a NUL character (line ${nulLines[0]})`)
  return { ...fileTextOf({ ...decoded, source: source.replaceAll('\0', '\uFFFD') }), nulLines }
}

/** True if a line has a part of a tag, or stands within one that begins on an earlier line. */
function mayBeInTag(lines: readonly string[], at: number): boolean {
  const before = lines.slice(0, at).join('\n')
  return lines[at]?.includes('%') || before.lastIndexOf('{%') > before.lastIndexOf('%}')
}

type DecodedFile = Pick<FileText, 'source' | 'oid'> & { encoding: ReturnType<typeof encodingOf> }

function fileTextOf({ source, oid, encoding }: DecodedFile): FileText {
  const text = checkedText(source)
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
  return { text, source, oid, ...(encoding !== 'utf-8' && { encoding }) }
}

async function decodeFile(file: Pick<SourceFile, 'read'>): Promise<DecodedFile> {
  const bytes = await file.read()
  if (bytes.length > maxTextBytes) throw new BrokenFile(`is larger than ${maxTextBytes} bytes`)
  const encoding = encodingOf(bytes)
  return { source: decoded(bytes, encoding), oid: gitName(bytes), encoding }
}

function decoded(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new BrokenFile('is not text in UTF-8')
  }
}

/** Returns the name that Git gives a file of these bytes. */
const gitName = (bytes: Buffer) => hash('sha1', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]))

/** Detects the encoding by its byte order mark. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

function checkedText(text: string): string {
  try {
    refuseText(text, 'its text')
    return text
  } catch (error) {
    throw error instanceof Refusal ? new BrokenFile(error.message) : error
  }
}

/** Runs work on one file; converts a DocumentError to a BrokenFile. */
export async function inFile<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DocumentError)
      throw new BrokenFile(error.message, ['too-complex', 'too-slow'].includes(error.code))
    throw error
  }
}
