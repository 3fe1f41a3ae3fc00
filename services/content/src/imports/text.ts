import { DocumentError } from '@quire/document/plain'
import { Refusal, refuseText } from '@quire/kit'
import { BrokenFile } from './broken-file.ts'
import type { SourceFile } from './sources.ts'

/** No page, and no table of contents, is longer (docs/markdown.md#limits). */
export const mostTextBytes = 4 * 1024 * 1024

/** A text file's content with `\n` line ends: UTF-8, or UTF-16 that says so. Throws BrokenFile for anything else. */
export async function readText(file: Pick<SourceFile, 'read'>): Promise<string> {
  const bytes = await file.read()
  if (bytes.length > mostTextBytes) throw new BrokenFile(`is larger than ${mostTextBytes} bytes`)
  let text: string
  try {
    text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    throw new BrokenFile('is not text in UTF-8')
  }
  return usable(text).replaceAll(/\r\n?/g, '\n')
}

/** By its byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

function usable(text: string): string {
  try {
    refuseText(text, 'its text')
    return text
  } catch (error) {
    throw error instanceof Refusal ? new BrokenFile(error.message) : error
  }
}

/** Runs work on one file; what is wrong with its text makes it a BrokenFile, with the line. */
export async function inFile<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DocumentError) throw new BrokenFile(error.message, error.code === 'too-complex')
    throw error
  }
}
