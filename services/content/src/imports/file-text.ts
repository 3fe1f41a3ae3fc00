import { DocumentError } from '@quire/document/plain'
import { Refusal, refuseText } from '@quire/kit'
import { BrokenFile } from './broken-file.ts'
import type { SourceFile } from './source-files.ts'

/** Size of the largest page or table of contents (docs/markdown.md#limits). */
export const maxTextBytes = 4 * 1024 * 1024

/**
 * Reads a text with `\n` line ends, in UTF-8 or in UTF-16 with a byte order mark. Throws BrokenFile for other bytes.
 */
export async function readText(file: Pick<SourceFile, 'read'>): Promise<string> {
  const bytes = await file.read()
  if (bytes.length > maxTextBytes) throw new BrokenFile(`is larger than ${maxTextBytes} bytes`)
  let text: string
  try {
    text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    throw new BrokenFile('is not text in UTF-8')
  }
  return checkedText(text).replaceAll(/\r\n?/g, '\n')
}

/** Detects the encoding by its byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
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
    if (error instanceof DocumentError) throw new BrokenFile(error.message, error.code === 'too-complex')
    throw error
  }
}
