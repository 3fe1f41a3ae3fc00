import { badRequest } from '@quire/kit'
import type { StoredFile } from '../storage/files/stored-file.ts'
import { applyConfig } from './apply-config.ts'
import { type BrokenFile, costlyFiles } from './broken-file.ts'
import { type ImportedReusableContent, isPage } from './classify-files.ts'
import type { ImportsParser } from './context.ts'
import { planFiles } from './plan-files.ts'
import type { ImportedPage } from './plan-pages.ts'
import type { ImportFailure, OutlinePage, SourceFile } from './source-files.ts'
import type { IdsByPath } from './stable-links.ts'
import type { StoreText } from './store-text.ts'

export type { ImportedPage } from './plan-pages.ts'

export interface ImportedFile extends StoredFile {
  id: string
  name: string
  /** Path of the file from the root of the import. */
  gitPath: string
}

/** The content of an import, before it is applied to a space. */
export interface ImportPlan {
  /** Parents before their children. */
  pages: ImportedPage[]
  files: ImportedFile[]
  reusableContents: ImportedReusableContent[]
  /** Pages, files and reusable contents found. */
  totalResources: number
  /** Resources that are in the plan; all others are failures. */
  importedResources: number
  failures: ImportFailure[]
  /** Settings and listings that are not supported, each with its location. */
  problems: string[]
}

export interface PlanOptions {
  /** The input that named the source, for refusals. */
  field: string
  /** Stores the bytes of a file; called only when all pages were read. */
  storeFile: (name: string, bytes: Buffer) => Promise<StoredFile>
  /** Stores a text; only its hash stays in memory. */
  storeText: StoreText
  parser: ImportsParser
  /** Aborted when the run is cancelled or lost. */
  signal?: AbortSignal
  /** Ids of paths that exist in the space; repeated imports preserve them. */
  known?: Partial<IdsByPath>
  /** The page of the space that an import of one document replaces. */
  replaces?: { id: string; title: string }
  /** The order of pages in a source without SUMMARY.md; unlisted pages follow by folder. */
  outline?: OutlinePage[]
  /** Failures of earlier steps. */
  failures?: readonly ImportFailure[]
  /** Called with the progress of the import. */
  progress?: ReportProgress
}

export type ReportProgress = (counts: Pick<ImportPlan, 'importedResources' | 'totalResources'>) => void

/**
 * Converts source files to pages and files of a space, in the tree of SUMMARY.md, else of the source's outline, else of
 * the folders. Reads files in batches, so that memory holds few texts. A file that cannot be read becomes a failure
 * with the line at fault; the other files are then planned again, so that no link leads to the missing one. Throws 400
 * if no page could be read.
 */
export async function planImport(sources: SourceFile[], options: PlanOptions): Promise<ImportPlan> {
  const { field, failures: before = [] } = options
  const failures = [...before]
  let [layout, planning] = [await applyConfig(sources, options), options]
  const count = costlyFiles(field)
  for (;;) {
    const broken = new Map<string, BrokenFile>()
    const isEmpty = !layout.files.some((file) => isPage(file, layout))
    if (isEmpty) throw badRequest(field, failures.length > 0 ? summaryOf(failures) : 'holds no pages')
    const plan = await planFiles(layout, planning, { broken, failed: failures.length, count })
    if (broken.size === 0) return { ...plan, failures, totalResources: plan.importedResources + failures.length }
    for (const [path, { message }] of broken) failures.push({ path, problem: message })
    // A single page that is left of several must not replace the target page.
    if (layout.files.some((file) => broken.has(file.path) && isPage(file, layout))) planning = withoutReplaced(planning)
    layout = { ...layout, files: layout.files.filter(({ path }) => !broken.has(path)) }
  }
}

const withoutReplaced = ({ replaces: _, ...options }: PlanOptions): PlanOptions => options

const summaryOf = ([first, ...others]: readonly ImportFailure[]) =>
  `${first?.path}: ${first?.problem}${others.length > 0 ? ` (and ${others.length} more)` : ''}`
