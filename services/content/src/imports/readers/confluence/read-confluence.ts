import { decodePercent } from '@quire/document/plain'
import { badRequest } from '@quire/kit'
import { readArchive } from '../../archive.ts'
import { BrokenFile, orBroken } from '../../broken-file.ts'
import { inFile } from '../../file-text.ts'
import { htmlBytes } from '../../import-limits.ts'
import type { OutlinePage, ReadSources, SourceFile } from '../../source-files.ts'
import { resolveFrom } from '../../source-paths.ts'
import { addPage, convertExported, newFindings } from '../exports/convert-export.ts'
import type { ExportNames } from '../exports/settle-links.ts'
import type { FileReader, Reading } from '../file-reader.ts'
import type { IndexedPage } from '../html/confluence-index.ts'
import { isConfluenceXml, readConfluenceXml } from './read-confluence-xml.ts'

const indexPath = 'index.html'

/** A page's file: its id, after its title unless that has other letters than Latin ones. */
const pageFile = /(?:^|\/)(?:[^/]*_)?(\d{1,20})\.html$/

/** Files of Confluence's own design. They come in only where a page shows them. */
const isDesign = (path: string) => /^(?:styles|images)\/|^attachments\/thumbnails\//.test(path)

/** Reads the zip of a space that Confluence exported as HTML or XML. */
export const readConfluence: FileReader = async ({ bytes }, reading) =>
  readConfluenceFiles(await readArchive(bytes, { field: reading.field }), reading)

/** Reads the files of an export: pages in the tree of its index, and attachments. */
export async function readConfluenceFiles(all: readonly SourceFile[], reading: Reading): Promise<ReadSources> {
  const { field } = reading
  if (isConfluenceXml(all.map(({ path }) => path))) return readConfluenceXml(all, reading)
  const pages = all.filter(({ path }) => pageFile.test(path) && !path.startsWith('attachments/'))
  if (pages.length === 0)
    throw badRequest(field, 'holds no page of an export of Confluence: export the space as HTML or XML')
  const isRead = new Set([indexPath, ...pages.map(({ path }) => path)])
  const others = all.filter(({ path }) => !isRead.has(path))
  const findings = newFindings(field)
  const names = namesOf(all, pages)
  for (const [done, page] of pages.entries()) {
    reading.onStep?.({ name: 'converting', done, total: pages.length })
    await addPage(page, () => convertExported(page, 'confluence', reading), { findings, names, reading })
  }
  const shown = new Set([...findings.linked.values()].flat())
  const attachments = others
    .filter(({ path }) => !isDesign(path) || shown.has(path))
    .map((file) => ({ ...file, name: findings.names.get(file.path) ?? nameIn(file.path) }))
  const index = all.find(({ path }) => path === indexPath)
  const outline = index && (await orBroken(() => outlineIn(index, findings.linked, reading)))
  if (outline instanceof BrokenFile) findings.failures.push({ path: indexPath, problem: outline.message })
  return {
    files: [...findings.files, ...attachments],
    failures: findings.failures,
    problems: findings.problems,
    outline: outline === undefined || outline instanceof BrokenFile ? [] : outline,
    slugs: 'titles',
  }
}

const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** True if files are those of an export: pages with ids, and an index in the layout of Confluence. */
export async function isConfluenceExport(all: readonly SourceFile[]): Promise<boolean> {
  const index = all.find(({ path }) => path === indexPath)
  if (!index || !all.some(({ path }) => pageFile.test(path) && !path.includes('/'))) return false
  const bytes = await orBroken(() => index.read())
  if (bytes instanceof BrokenFile || bytes.length > htmlBytes) return false
  return bytes.includes('id="title-text"') && bytes.includes('pageSection') && bytes.includes('Confluence')
}

function namesOf(all: readonly SourceFile[], pages: readonly SourceFile[]): ExportNames {
  const paths = new Set(all.map(({ path }) => path).filter((path) => path !== indexPath))
  const byId = new Map(pages.map(({ path }) => [pageFile.exec(path)?.[1], path]))
  return {
    has: (path) => paths.has(path),
    pageWithId(url) {
      const [, first, second] = /[?&]pageId=(\d{1,20})(?!\d)|\/pages\/(\d{1,20})(?!\d)/.exec(url) ?? []
      const id = first ?? second ?? pageFile.exec(url.replace(/[?#].*$/s, ''))?.[1]
      return id === undefined ? undefined : byId.get(id)
    },
  }
}

async function outlineIn(
  index: SourceFile,
  read: ReadonlyMap<string, unknown>,
  { parser }: Reading,
): Promise<OutlinePage[]> {
  const bytes = await index.read()
  if (bytes.length > htmlBytes) throw new BrokenFile(`is larger than ${htmlBytes} bytes`)
  const toOutline = ({ title, url, pages }: IndexedPage): OutlinePage[] => {
    const inner = pages.flatMap(toOutline)
    const path = resolveFrom(indexPath, decodePercent(url.replace(/[?#].*$/s, '')))
    if (path !== undefined && read.has(path)) return [{ type: 'document', title, path, pages: inner }]
    return inner.length > 0 ? [{ type: 'group', title: title || 'Untitled', pages: inner }] : []
  }
  return (await inFile(() => parser.run('readConfluenceIndex', bytes))).flatMap(toOutline)
}
