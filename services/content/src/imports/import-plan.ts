import type { ContentImportRun } from '@quire/contracts'
import type { Summary } from '@quire/document'
import type { StoredFile } from '../storage/files/stored-file.ts'
import type { SpecificationOutline } from '../storage/references/reference-pages.ts'
import type { SourceEntry } from '../storage/revisions/revision-entries.ts'
import type { ImportedReusableContent } from './classify-files.ts'
import type { ImportsParser } from './context.ts'
import type { ImportedPage } from './plan-pages.ts'
import type { FormerFiles } from './renamed-files.ts'
import type { PathsBySource } from './same-source.ts'
import type { EarlierImport, ImportFailure, OutlinePage, SourceFile } from './source-files.ts'
import type { IdsByPath } from './stable-links.ts'
import type { StoreText } from './store-text.ts'

export type ReportProgress = (counts: Pick<ImportPlan, 'importedResources' | 'totalResources'>) => void
export type ReportStep = (step: NonNullable<ContentImportRun['step']>) => void

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
  /** Identifies the address of the source; absent for uploads. */
  address?: string | undefined
  /** True for a source that is a whole tree, such as an archive, so that a later state of it may be mirrored. */
  isWhole?: boolean
  /** Ids of paths that exist in the space; repeated imports preserve them. */
  known?: Partial<IdsByPath>
  /** The pages among these by their source. */
  knownSources?: PathsBySource
  /** The files of the pages that exist in the space. */
  former?: FormerFiles
  /** Finds a specification of the organization by its slug. */
  specification?: (slug: string) => Promise<SpecificationOutline | undefined>
  /** The import before, whose results are used again for what has not changed; all files are read if absent. */
  earlier?: EarlierImport | undefined
  /** Called with the files that are read next, in this order, so that a source can prepare several at once. */
  willRead?: (files: readonly SourceFile[]) => void
  /** Reads a table of contents; the parser does if absent. */
  readSummary?: (text: string) => Promise<Summary>
  /** Returns the address of what is at a path beside the source; `path` is from its root and leads out of it. */
  outside?: (path: string) => string | undefined
  /** The page of the space that an import of one document replaces. */
  replaces?: { id: string; title: string }
  /** The order of pages in a source without SUMMARY.md; unlisted pages follow by folder. */
  outline?: OutlinePage[]
  /** True to leave out files that no page refers to. */
  skipUnusedFiles?: boolean
  /** Makes slugs of titles instead of file names. */
  slugs?: 'titles'
  /** Problems of earlier steps. */
  problems?: readonly string[]
  /** Failures of earlier steps. */
  failures?: readonly ImportFailure[]
  /** Called with the progress of the import. */
  progress?: ReportProgress
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
  /** The files that were left out because no page refers to them; present if this was wanted. */
  unused?: { files: number; bytes: number }
  /** Identifies the source; new things of the import belong to it. */
  source: string
  /** The known source that the plan is a later state of, so that what it lacks of that goes; undefined if there is none. */
  mirrors: string | undefined
  /** The configuration and table of contents, for a source that an export gives back. */
  sources?: { config: PlannedSource; summary: PlannedSource }
  /** Settings and listings that are not supported, each with its location. */
  problems: string[]
}

/** A file that says something about all pages; what an export would write instead follows from the pages. */
export type PlannedSource = Omit<SourceEntry, 'written'>

export interface ImportedFile extends StoredFile {
  id: string
  name: string
  /** Path of the file from the root of the import. */
  gitPath: string
  /** Git's name of the file, if it comes from a repository. */
  oid?: string
}
