import { DocumentError } from '@quire/document/plain'
import { badRequest, refuseText } from '@quire/kit'
import type { SourceFile } from './sources.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A text file's content with `\n` line ends. Throws 400 naming the file where it is not UTF-8. */
export async function readText(file: SourceFile, field: string): Promise<string> {
  const bytes = await file.read()
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw badRequest(field, `${file.path} is not text in UTF-8`)
  }
  refuseText(text, `${field}: ${file.path}`)
  return text.replaceAll(/\r\n?/g, '\n')
}

/** Runs work on one file; what is wrong with its text is a 400 that names the file and the line. */
export async function inFile<Result>(
  path: string,
  field: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DocumentError) throw badRequest(field, `${path}: ${error.message}`)
    throw error
  }
}
