import { posix } from 'node:path'
import { Refusal } from '@quire/kit'
import { readArchive } from '../archive.ts'
import { BrokenFile, costlyFiles, orBroken } from '../broken-file.ts'
import { docxBytes, htmlBytes } from '../import-limits.ts'
import type { ImportFailure, SourceFile } from '../source-files.ts'
import { folderOf } from '../source-paths.ts'
import { isConfluenceExport, readConfluenceFiles } from './confluence/read-confluence.ts'
import { isConfluenceXml } from './confluence/read-confluence-xml.ts'
import type { FileReader, Reading } from './file-reader.ts'
import { isNotionExport, isPart } from './notion/notion-names.ts'
import { readNotion } from './notion/read-notion.ts'
import { convertDocument } from './read-docx.ts'
import { convertPage } from './read-html.ts'

/** Reads an archive of markdown, HTML and Word documents, or an export that its files reveal. */
export const readZip: FileReader = async (file, reading) => {
  const found = await readArchive(file.bytes, { field: reading.field })
  const paths = found.map(({ path }) => path)
  if (isNotionExport(paths) || (paths.length > 0 && paths.every(isPart))) return readNotion(file, reading)
  if (isConfluenceXml(paths) || (await isConfluenceExport(found))) return readConfluenceFiles(found, reading)
  return withConverted(found, reading)
}

async function withConverted(found: SourceFile[], reading: Reading) {
  const files: SourceFile[] = []
  const failures: ImportFailure[] = []
  const count = costlyFiles(reading.field)
  const total = found.filter(({ path }) => converterOf(path)).length
  let done = 0
  for (const file of found) {
    reading.signal.throwIfAborted()
    const convert = converterOf(file.path)
    if (convert) {
      reading.onStep?.({ name: 'converting', done, total })
      done += 1
    }
    const converted = convert ? await orBroken(() => convert(file, reading)) : [file]
    if (converted instanceof BrokenFile) {
      failures.push({ path: file.path, problem: converted.message })
      count(file.path, converted)
    } else files.push(...converted)
  }
  return { files, failures }
}

/** Converts a file to a page at the same path, and the files that were embedded in it. */
type Converter = (file: SourceFile, reading: Reading) => Promise<SourceFile[]>

function converterOf(path: string): Converter | undefined {
  if (/(^|\/)\./.test(path)) return undefined
  if (/\.html?$/i.test(path)) return htmlPage
  return /\.docx$/i.test(path) ? wordPage : undefined
}

/** The folder of the pictures in a file: nothing else can be below its own name. */
const { basename } = posix

const htmlPage: Converter = async ({ path, read }, reading) => {
  const terms = { contentType: '', folder: basename(path) }
  const { files } = await convertPage(await readUpTo(read, htmlBytes), terms, reading)
  return moveBeside(files, path)
}

const wordPage: Converter = async ({ path, read }, reading) => {
  try {
    return moveBeside(await convertDocument(await readUpTo(read, docxBytes), basename(path), reading), path)
  } catch (error) {
    // A broken or hostile Word archive is one broken file among many.
    throw error instanceof Refusal ? new BrokenFile(error.message.replace(`${reading.field}: `, '')) : error
  }
}

async function readUpTo(read: SourceFile['read'], maxBytes: number): Promise<Buffer> {
  const bytes = await read()
  if (bytes.length > maxBytes) throw new BrokenFile(`is larger than ${maxBytes} bytes`)
  return bytes
}

/** Moves a page to its path and the embedded files beside it, because the page's text names them by relative path. */
function moveBeside([page, ...others]: SourceFile[], path: string): SourceFile[] {
  const folder = folderOf(path)
  const beside = others.map((file) => (folder === '' ? file : { ...file, path: `${folder}/${file.path}` }))
  return page ? [{ ...page, path }, ...beside] : beside
}
