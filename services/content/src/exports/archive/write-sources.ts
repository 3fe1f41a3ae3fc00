import { resultOf } from '@quire/parsing'
import { parse, parseDocument } from 'yaml'
import type { SourceEntry } from '../../storage/revisions/revision-entries.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { type ExportsParser, encoded } from './archive-texts.ts'
import { keyOf, patchSummary, type ReadSummary, withoutMissing } from './patch-summary.ts'
import type { ArchivePlan } from './plan-archive.ts'
import { summaryPath } from './write-summary.ts'

/** A file of an archive by its path from the root of the archive. */
export interface ArchivedFile {
  path: string
  bytes: Buffer
}

interface WriteOptions {
  storage: Storage
  parser: ExportsParser
}

/**
 * Writes the table of contents and the configuration. Each has the bytes of the imported source while it would say the
 * same, and differs from them in what has changed otherwise.
 */
export async function writeSources(
  { summary, config, sources }: Pick<ArchivePlan, 'summary' | 'config' | 'sources'>,
  options: WriteOptions,
): Promise<ArchivedFile[]> {
  const texts = await loadTexts(sources, options)
  const files = [
    await written(sources.summary, { now: summary, path: summaryPath, ...texts }, (source, before) =>
      patched(options.parser, source, before, summary),
    ),
    await written(sources.config, { now: config, path: '.gitbook.yaml', ...texts }, (source, before) =>
      patchConfig(source, before, config),
    ),
  ]
  return files.flatMap((file) => file ?? [])
}

async function loadTexts({ summary, config }: ArchivePlan['sources'], { storage }: WriteOptions) {
  const hashes = [summary?.source, summary?.written, config?.source, config?.written].flatMap((hash) => hash ?? [])
  const loaded = await storage.documents.load([...new Set(hashes)])
  return { textOf: (hash: string | null) => (hash === null ? '' : (loaded.get(hash) ?? '')) }
}

async function written(
  entry: SourceEntry | undefined,
  { now, path, textOf }: { now: string; path: string; textOf: (hash: string | null) => string },
  patch: (source: string, before: string) => string | Promise<string>,
): Promise<ArchivedFile | undefined> {
  if (!entry) return now === '' ? undefined : { path, bytes: Buffer.from(now) }
  const at = entry.root === '' ? entry.path : `${entry.root}/${entry.path}`
  const [source, before] = [textOf(entry.source), textOf(entry.written)]
  const isSame = before === now
  if (entry.source === null) return isSame || now === '' ? undefined : { path: at, bytes: Buffer.from(now) }
  return { path: at, bytes: encoded(isSame ? source : await patch(source, before), entry.encoding) }
}

async function patched(parser: ExportsParser, source: string, before: string, now: string): Promise<string> {
  const [inSource, allBefore, allNow] = await readSummaries(parser, [source, before, now])
  if (!inSource || !allBefore || !allNow) return now
  const left = withoutMissing(inSource, allBefore, allNow)
  if (left.before === left.now) return source
  const [inBefore, inNow] = await readSummaries(parser, [left.before, left.now])
  if (!inBefore || !inNow) return left.now
  const text = patchSummary(inSource, inBefore, inNow)
  if (text === undefined) return left.now
  const [check] = await parser.runEach('parseSummary', [[text]])
  // A source in an unusual style may read a new entry elsewhere.
  return check && 'value' in check && holdsAll(check.value, inNow.summary) ? text : left.now
}

async function readSummaries(parser: ExportsParser, texts: readonly string[]): Promise<ReadSummary[]> {
  const outcomes = await parser.runEach(
    'parseSummary',
    texts.map((text) => [text]),
  )
  return outcomes.map((outcome, at) => ({ text: texts[at] ?? '', summary: resultOf(outcome) }))
}

type Summary = ReadSummary['summary']

function holdsAll(patched: Summary, now: Summary): boolean {
  const keysOf = ({ pages }: Summary) => {
    const keys: string[] = []
    const visit = (page: Summary['pages'][number], depth: number) => {
      keys.push(`${depth} ${keyOf(page)}`)
      for (const child of page.pages) visit(child, depth + 1)
    }
    for (const page of pages) visit(page, 0)
    return keys
  }
  const present = keysOf(patched).values()
  return keysOf(now).every((key) => {
    for (const one of present) if (one === key) return true
    return false
  })
}

/** Changes the redirects of a configuration, and leaves everything else of it as it is. */
function patchConfig(source: string, before: string, now: string): string {
  const document = parseDocument(source.replace(/^\uFEFF/, ''), { schema: 'core', uniqueKeys: false })
  const redirectsIn = (text: string): Record<string, string> => (text === '' ? {} : parse(text).redirects)
  const [was, is] = [redirectsIn(before), redirectsIn(now)]
  const spelled = Object.keys(document.toJS()?.redirects ?? {})
  const keyOf = (from: string) => spelled.find((key) => key.replace(/^\/+|(?<!\/)\/+$/g, '') === from) ?? from
  for (const from of Object.keys(was)) if (!(from in is)) document.deleteIn(['redirects', keyOf(from)])
  for (const [from, to] of Object.entries(is)) if (was[from] !== to) document.setIn(['redirects', keyOf(from)], to)
  return document.toString({ lineWidth: 0 })
}
