import type { ReadSources } from '../sources.ts'
import { readDocx } from './docx.ts'
import { readHtml } from './html.ts'
import { readMarkdown } from './markdown.ts'
import type { FileReader, Reading } from './reading.ts'
import { readWebsite } from './website/website.ts'
import { readWiki } from './wiki/wiki.ts'
import { readZip } from './zip.ts'

/** A reader of one file, or of a site that it fetches page by page. */
type Reader = { file: FileReader } | { site: (url: string, reading: Reading) => Promise<ReadSources> }

const readers = new Map<string, Reader>([
  ['docx', { file: readDocx }],
  ['github-wiki', { file: readWiki }],
  ['html', { file: readHtml }],
  ['markdown', { file: readMarkdown }],
  ['website', { site: readWebsite }],
  ['zip', { file: readZip }],
])

/** The reader of a source of `importContent`; undefined for those that are not read yet. */
export const readerOf = (source: string): Reader | undefined => readers.get(source)
