import { badRequest } from '@quire/kit'
import type { StoredFile } from '../files/stored-file.ts'
import type { TextParser } from '../parsing.ts'
import { type BrokenFile, costlyFiles } from './broken-file.ts'
import { applyConfig } from './config.ts'
import type { KeepText } from './kept-text.ts'
import type { Targets } from './links.ts'
import { isPage } from './parts.ts'
import { planFiles } from './plan-files.ts'
import type { ImportedPage } from './present.ts'
import type { ImportedReusableContent } from './reusable-contents.ts'
import type { ImportFailure, OutlinePage, SourceFile } from './sources.ts'

export type { ImportedPage } from './present.ts'

export interface ImportedFile extends StoredFile {
  id: string
  name: string
  /** Its path from the root of the import. */
  gitPath: string
}

/** What an import brings: nothing of it is in the space yet. */
export interface ImportPlan {
  /** Parents before their children. */
  pages: ImportedPage[]
  files: ImportedFile[]
  reusableContents: ImportedReusableContent[]
  /** Pages, files and reusable contents found. */
  totalResources: number
  /** Of them, those that are in the plan; all others are failures. */
  importedResources: number
  failures: ImportFailure[]
  /** What could not be followed, each with its place. */
  problems: string[]
}

export interface PlanOptions {
  /** The input that named the source, for refusals. */
  field: string
  /** Keeps the bytes of a file; called only when all pages were read. */
  keep: (name: string, bytes: Buffer) => Promise<StoredFile>
  /** Nothing but the hash of a text stays in memory. */
  keepText: KeepText
  parser: TextParser
  /** Aborts when nobody waits any more. */
  signal?: AbortSignal
  /** Ids that paths have in the space already: what is imported again keeps its id. */
  known?: Partial<Targets>
  /** A page of the space: where the import is one document, that is what it becomes. */
  replaces?: { id: string; title: string }
  /** The order that the source gives its pages, where it has no SUMMARY.md; others follow by their folders. */
  outline?: OutlinePage[]
  /** What failed before there was a file of it. */
  failures?: readonly ImportFailure[]
  /** Told how far the import has come. */
  progress?: ShowProgress
}

export type ShowProgress = (counts: Pick<ImportPlan, 'importedResources' | 'totalResources'>) => void

/**
 * Turns files into pages and files of a space: the tree of SUMMARY.md, else of the source's outline, else of the
 * folders. Reads some files at a time and holds no more texts than these. A file that cannot be read becomes a failure
 * with the line at fault; then what is left is planned again, so that no link leads to what is not there. Throws 400
 * where no page could be read.
 */
export async function planImport(sources: SourceFile[], options: PlanOptions): Promise<ImportPlan> {
  const { field, failures: before = [] } = options
  const failures = [...before]
  let [layout, planning] = [await applyConfig(sources, options), options]
  const count = costlyFiles(field)
  for (;;) {
    const broken = new Map<string, BrokenFile>()
    const isEmpty = !layout.files.some((file) => isPage(file, layout))
    if (isEmpty) throw badRequest(field, failures.length > 0 ? said(failures) : 'holds no pages')
    const plan = await planFiles(layout, planning, { broken, failed: failures.length, count })
    if (broken.size === 0) return { ...plan, failures, totalResources: plan.importedResources + failures.length }
    for (const [path, { message }] of broken) failures.push({ path, problem: message })
    // What is left of several pages takes the place of none.
    if (layout.files.some((file) => broken.has(file.path) && isPage(file, layout))) planning = withoutReplaced(planning)
    layout = { ...layout, files: layout.files.filter(({ path }) => !broken.has(path)) }
  }
}

const withoutReplaced = ({ replaces: _, ...options }: PlanOptions): PlanOptions => options

const said = ([first, ...others]: readonly ImportFailure[]) =>
  `${first?.path}: ${first?.problem}${others.length > 0 ? ` (and ${others.length} more)` : ''}`
