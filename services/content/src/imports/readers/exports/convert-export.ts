import { posix } from 'node:path'
import { decodePercent } from '@quire/document/plain'
import { BrokenFile, type CountBroken, costlyFiles, orBroken } from '../../broken-file.ts'
import { htmlBytes } from '../../import-limits.ts'
import type { ImportFailure, SourceFile } from '../../source-files.ts'
import { folderOf, resolveFrom } from '../../source-paths.ts'
import type { Reading } from '../file-reader.ts'
import type { ExportProgram } from '../html/convert-html.ts'
import { convertPage } from '../read-html.ts'
import { type ExportNames, settleLinks } from './settle-links.ts'

/** A converted page of an export, and the files that were embedded in it. */
export interface ConvertedPage {
  markdown: string
  title: string | undefined
  embedded?: readonly SourceFile[]
  lost?: readonly string[]
  names?: readonly [url: string, name: string][]
}

/** Collects the result of reading an export. */
export interface ExportFindings {
  files: SourceFile[]
  failures: ImportFailure[]
  problems: string[]
  titles: Map<string, string>
  /** Names of files by path, where the export gave the files other names. */
  names: Map<string, string>
  /** Paths that each page leads to, in the order of its text. */
  linked: Map<string, string[]>
  linkedCount: number
  count: CountBroken
}

/** Bounds of what is kept about all pages: the order of those that are linked later is that of their names. */
const maxLinked = 200_000
const maxProblems = 2000

export const newFindings = (field: string): ExportFindings => ({
  files: [],
  failures: [],
  problems: [],
  titles: new Map(),
  names: new Map(),
  linked: new Map(),
  linkedCount: 0,
  count: costlyFiles(field),
})

/** Converts one page of an export and settles its links. A page that cannot be read is a failure. */
export async function addPage(
  { path }: Pick<SourceFile, 'path'>,
  convert: () => Promise<ConvertedPage>,
  { findings, names, reading }: { findings: ExportFindings; names: ExportNames; reading: Reading },
): Promise<void> {
  reading.signal.throwIfAborted()
  const added = await orBroken(async () => {
    const { markdown, title, embedded = [], lost = [], names: named = [] } = await convert()
    const inPage = new Set(embedded.map((file) => file.path))
    const has = (target: string) => names.has(target) || inPage.has(target)
    const settled = await settleLinks({ path, markdown }, { ...names, has }, reading)
    const read = await reading.scratch.store(Buffer.from(settled.markdown))
    findings.files.push({ path, isPage: true, read, ...(title !== undefined && { title }) }, ...embedded)
    const problems = [...lost.map((problem) => `${path}: ${problem}`), ...settled.problems]
    if (findings.problems.length < maxProblems) findings.problems.push(...problems)
    for (const [url, name] of named) {
      const target = resolveFrom(path, decodePercent(url.replace(/[?#].*$/s, '')))
      if (target !== undefined && names.has(target)) findings.names.set(target, name)
    }
    if (title !== undefined) findings.titles.set(path, title)
    const linked = settled.linked.slice(0, Math.max(0, maxLinked - findings.linkedCount))
    findings.linked.set(path, linked)
    findings.linkedCount += linked.length
  })
  if (!(added instanceof BrokenFile)) return
  findings.failures.push({ path, problem: added.message })
  findings.count(path, added)
}

/** Converts a page of HTML, with the pictures that it holds itself beside it. Throws BrokenFile if it cannot be read. */
export async function convertExported(
  { path, read }: SourceFile,
  from: ExportProgram,
  reading: Reading,
): Promise<ConvertedPage> {
  const bytes = await read()
  if (bytes.length > htmlBytes) throw new BrokenFile(`is larger than ${htmlBytes} bytes`)
  const { files, title, lost, names } = await convertPage(
    bytes,
    { contentType: '', folder: posix.basename(path), from },
    reading,
  )
  const [page, ...others] = files
  const folder = folderOf(path)
  const embedded = others.map((file) => (folder === '' ? file : { ...file, path: `${folder}/${file.path}` }))
  return { markdown: page ? (await page.read()).toString() : '', title, embedded, lost, names }
}
