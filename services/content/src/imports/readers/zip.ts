import { Refusal } from '@quire/kit'
import { readArchive } from '../archive.ts'
import { BrokenFile, costlyFiles, orBroken } from '../broken-file.ts'
import { docxBytes, htmlBytes } from '../limits.ts'
import { folderOf, nameOf } from '../paths.ts'
import type { ImportFailure, SourceFile } from '../sources.ts'
import { convertDocument } from './docx.ts'
import { convertPage } from './html.ts'
import type { FileReader, Reading } from './reading.ts'

/** An archive of markdown; pages of HTML and documents of Word in it become pages too. */
export const readZip: FileReader = async ({ bytes }, reading) =>
  withConverted(await readArchive(bytes, { field: reading.field }), reading)

async function withConverted(found: SourceFile[], reading: Reading) {
  const files: SourceFile[] = []
  const failures: ImportFailure[] = []
  const count = costlyFiles(reading.field)
  for (const file of found) {
    reading.signal.throwIfAborted()
    const convert = converterOf(file.path)
    const converted = convert ? await orBroken(() => convert(file, reading)) : [file]
    if (converted instanceof BrokenFile) {
      failures.push({ path: file.path, problem: converted.message })
      count(file.path, converted)
    } else files.push(...converted)
  }
  return { files, failures }
}

/** Answers the page, at the path of its file, and files that were in it. */
type Converter = (file: SourceFile, reading: Reading) => Promise<SourceFile[]>

function converterOf(path: string): Converter | undefined {
  if (/(^|\/)\./.test(path)) return undefined
  if (/\.html?$/i.test(path)) return htmlPage
  return /\.docx$/i.test(path) ? wordPage : undefined
}

const htmlPage: Converter = async ({ path, read }, reading) => {
  const terms = { contentType: '', folder: nameOf(path) }
  const { files } = await convertPage(await readUpTo(read, htmlBytes), terms, reading)
  return placed(files, path)
}

const wordPage: Converter = async ({ path, read }, reading) => {
  try {
    return placed(await convertDocument(await readUpTo(read, docxBytes), nameOf(path), reading), path)
  } catch (error) {
    // Its own archive is broken or hostile, and it is one file of many.
    throw error instanceof Refusal ? new BrokenFile(error.message.replace(`${reading.field}: `, '')) : error
  }
}

async function readUpTo(read: SourceFile['read'], mostBytes: number): Promise<Buffer> {
  const bytes = await read()
  if (bytes.length > mostBytes) throw new BrokenFile(`is larger than ${mostBytes} bytes`)
  return bytes
}

/** The text of a page names what was in it by paths that begin where the page lies. */
function placed([page, ...others]: SourceFile[], path: string): SourceFile[] {
  const folder = folderOf(path)
  const beside = others.map((file) => (folder === '' ? file : { ...file, path: `${folder}/${file.path}` }))
  return page ? [{ ...page, path }, ...beside] : beside
}
