import { decodePercent } from '@quire/document/plain'
import { badRequest } from '@quire/kit'
import { readArchive, withoutCommonFolder } from '../../archive.ts'
import { inFile, readText } from '../../file-text.ts'
import { archiveLimits, innerArchiveBytes } from '../../import-limits.ts'
import type { ReadSources, SourceFile } from '../../source-files.ts'
import { folderOf, nameOf } from '../../source-paths.ts'
import { addPage, type ConvertedPage, convertExported, newFindings } from '../exports/convert-export.ts'
import { type ExportNames, writtenPath } from '../exports/settle-links.ts'
import type { FileReader, Reading } from '../file-reader.ts'
import type { DatabaseRow } from './convert-database.ts'
import { notionMarkdown } from './notion-markdown.ts'
import { idIn, idInAddress, isDatabase, isNotionPage, isPart, plainTitle } from './notion-names.ts'
import { notionTree } from './notion-tree.ts'

/** Reads the zip of an export of Notion, in markdown or HTML. */
export const readNotion: FileReader = async ({ bytes }, reading) => {
  const files = await readArchive(bytes, { field: reading.field })
  if (!files.some(({ path }) => isPart(path))) return readNotionFiles(files, reading)
  const limits = { ...archiveLimits, entryBytes: innerArchiveBytes, totalBytes: innerArchiveBytes }
  return readNotionFiles(
    await unpackParts(await readArchive(bytes, { field: reading.field, limits }), reading),
    reading,
  )
}

/** Reads the files of an export: pages, databases as pages with a table, and everything else as files. */
async function readNotionFiles(all: readonly SourceFile[], reading: Reading): Promise<ReadSources> {
  const { pages, databases, others } = sortFiles(all)
  if (![...pages, ...databases].some(({ path }) => idIn(path) !== undefined))
    throw badRequest(reading.field, 'holds no page of an export of Notion, whose name would end with its id')
  const names = namesOf([...pages, ...databases], others)
  const findings = newFindings(reading.field)
  const context = { findings, names, reading }
  const folders = new Set(databases.flatMap(({ path }) => foldersOf(path)))
  for (const [done, page] of pages.entries()) {
    reading.onStep?.({ name: 'converting', done, total: pages.length })
    const terms = { isRow: folders.has(folderOf(page.path)), isFile: names.isFile }
    const isMarkdown = /\.md$/i.test(page.path)
    await addPage(
      page,
      () => (isMarkdown ? convertMarkdown(page, terms) : convertExported(page, 'notion', reading)),
      context,
    )
  }
  const rows = rowsByFolder(pages, findings.titles)
  for (const database of databases) {
    const found = foldersOf(database.path).flatMap((folder) => rows.get(folder) ?? [])
    await addPage(database, () => convertTable(database, found, reading), context)
  }
  const read = [...pages, ...databases].map(({ path }) => path).filter((path) => findings.linked.has(path))
  return {
    files: [...findings.files, ...others],
    failures: findings.failures,
    problems: findings.problems,
    outline: notionTree(read, findings.linked, findings.titles),
    slugs: 'titles',
  }
}

/** Unpacks the archives in an archive, one level deep, within the limits of one archive. */
async function unpackParts(files: readonly SourceFile[], { field, signal }: Reading): Promise<SourceFile[]> {
  const unpacked = new Map<string, SourceFile>()
  const spent = new Map<string, number>()
  let bytes = 0
  const counted =
    ({ path, read }: SourceFile) =>
    async () => {
      const content = await read()
      bytes += Math.max(0, content.length - (spent.get(path) ?? 0))
      spent.set(path, Math.max(content.length, spent.get(path) ?? 0))
      if (bytes > archiveLimits.totalBytes) throw badRequest(field, `holds more than ${archiveLimits.totalBytes} bytes`)
      return content
    }
  for (const file of files) {
    signal.throwIfAborted()
    const inside = isPart(file.path) ? await readArchive(await file.read(), { field, isWhole: true }) : [file]
    for (const one of inside) unpacked.set(one.path, { ...one, read: counted(one) })
    if (unpacked.size > archiveLimits.entries)
      throw badRequest(field, `holds more than ${archiveLimits.entries} entries`)
  }
  return withoutCommonFolder([...unpacked.values()])
}

/** Divides files. Of the two copies of a database, the one with all rows is read, at the path that pages link to. */
function sortFiles(all: readonly SourceFile[]) {
  const pages = all.filter(({ path }) => isNotionPage(path))
  const asPages = new Set(pages.map(({ path }) => idIn(path)))
  const tables = all.filter(({ path }) => isDatabase(path))
  const whole = new Map(
    tables.flatMap((file): [string, SourceFile][] =>
      /_all\.csv$/i.test(file.path) ? [[`${folderOf(file.path)}/${idIn(file.path)}`, file]] : [],
    ),
  )
  const paths = new Set(tables.map(({ path }) => path))
  const databases = tables
    .filter(({ path }) => !asPages.has(idIn(path)))
    .filter(({ path }) => !/_all\.csv$/i.test(path) || !paths.has(path.replace(/_all\.csv$/i, '.csv')))
    .map((file) => ({ ...file, read: (whole.get(`${folderOf(file.path)}/${idIn(file.path)}`) ?? file).read }))
  const left = new Set([...pages, ...tables])
  const others = all.filter((file) => !left.has(file) && !/^index\.html$/i.test(file.path))
  return { pages, databases, others }
}

/** Returns the folders that may hold the rows of a database: with the id of the database, or without. */
const foldersOf = (path: string) =>
  [nameOf(path), plainTitle(nameOf(path))].map((name) => (folderOf(path) === '' ? name : `${folderOf(path)}/${name}`))

function namesOf(pages: readonly SourceFile[], others: readonly SourceFile[]) {
  const paths = new Set(pages.map(({ path }) => path))
  const files = new Set(others.map(({ path }) => path))
  const byId = new Map(pages.map(({ path }) => [idIn(path), path]))
  const names: ExportNames = {
    has: (path) => paths.has(path) || files.has(path),
    pageWithId: (url) => {
      const id = idInAddress(decodePercent(url))
      return id === undefined ? undefined : byId.get(id)
    },
  }
  return { ...names, isFile: (path: string) => files.has(path) }
}

async function convertMarkdown(
  page: SourceFile,
  terms: Pick<Parameters<typeof notionMarkdown>[1], 'isRow' | 'isFile'>,
): Promise<ConvertedPage> {
  const { markdown, title } = notionMarkdown(await readText(page), { path: page.path, ...terms })
  return { markdown, title: title ?? plainTitle(nameOf(page.path)) }
}

/** Converts a database, of which the pages of the rows have been read. */
async function convertTable(
  database: SourceFile,
  rows: DatabaseRow[],
  { parser }: Pick<Reading, 'parser'>,
): Promise<ConvertedPage> {
  const title = plainTitle(nameOf(database.path).replace(/_all$/i, ''))
  const csv = await readText(database)
  return { markdown: await inFile(() => parser.run('convertDatabase', csv, title, rows)), title }
}

/** Returns the pages of rows by folder, with the title that their database names. */
function rowsByFolder(pages: readonly SourceFile[], titles: ReadonlyMap<string, string>): Map<string, DatabaseRow[]> {
  return Map.groupBy(
    pages.map(({ path }) => ({ path, title: titles.get(path) ?? '', url: writtenPath(path) })),
    ({ path }) => folderOf(path),
  )
}
