import type { ReadSources } from '../source-files.ts'
import { readConfluence } from './confluence/read-confluence.ts'
import type { FileReader, Reading } from './file-reader.ts'
import { readNotion } from './notion/read-notion.ts'
import { readDocx } from './read-docx.ts'
import { readHtml } from './read-html.ts'
import { readMarkdown } from './read-markdown.ts'
import { readZip } from './read-zip.ts'
import { readWebsite } from './website/website.ts'
import { readWiki } from './wiki/wiki.ts'

/** A reader of one file, or of a site, which the reader fetches page by page. */
type Reader = { file: FileReader } | { site: (url: string, reading: Reading) => Promise<ReadSources> }

const readers = new Map<string, Reader>([
  ['confluence', { file: readConfluence }],
  ['docx', { file: readDocx }],
  ['github-wiki', { file: readWiki }],
  ['html', { file: readHtml }],
  ['markdown', { file: readMarkdown }],
  ['notion', { file: readNotion }],
  ['website', { site: readWebsite }],
  ['zip', { file: readZip }],
])

/** Returns the reader of a source of `importContent`; undefined for sources that are not supported yet. */
export const readerOf = (source: string): Reader | undefined => readers.get(source)
