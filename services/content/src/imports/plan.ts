import { badRequest, newId } from '@quire/kit'
import type { StoredFile } from '../files/stored-file.ts'
import { applyConfig, type Layout } from './config.ts'
import { treeOfFolders } from './folder-tree.ts'
import { type Targets, targetsOf } from './links.ts'
import { type ParsedPage, readPage } from './pages.ts'
import { isMarkdown } from './paths.ts'
import { type ImportedPage, presentPages } from './present.ts'
import { type ImportedReusableContent, isIncluded, reusableContentOf } from './reusable-contents.ts'
import type { SourceFile } from './sources.ts'
import { type PlannedTree, treeOfSummary } from './summary-tree.ts'
import { inFile, readText } from './text.ts'

export type { ImportedPage } from './present.ts'

export interface ImportedFile extends StoredFile {
  id: string
  name: string
  /** Its path from the root of the import. */
  gitPath: string
}

/** What an import brings, complete: nothing of it is in the space yet. */
export interface ImportPlan {
  /** Parents before their children. */
  pages: ImportedPage[]
  files: ImportedFile[]
  reusableContents: ImportedReusableContent[]
  /** Pages, files and reusable contents found. */
  totalResources: number
  /** Of them, those that are in the plan. */
  importedResources: number
  /** What was left out or could not be followed, each with its place. */
  problems: string[]
}

export interface PlanOptions {
  /** The input that named the source, for refusals. */
  field: string
  /** Keeps the bytes of a file; called only when all pages could be read. */
  keep: (name: string, bytes: Buffer) => Promise<StoredFile>
  /** Ids that paths have in the space already: what is imported again keeps its id. */
  known?: Partial<Targets>
}

/**
 * Turns files into pages and files of a space: the tree of SUMMARY.md, else of the folders. Throws 400 naming the
 * file (and line) that cannot be read, so that an import comes in whole or not at all.
 */
export async function planImport(sources: SourceFile[], { field, keep, known }: PlanOptions): Promise<ImportPlan> {
  const layout = await applyConfig(sources, field)
  const { pageFiles, otherFiles, included } = sortOut(layout)
  if (pageFiles.length === 0) throw badRequest(field, 'holds no markdown pages')
  const parsed = new Map<string, ParsedPage>()
  for (const file of pageFiles) parsed.set(file.path, await readPage(file, field))
  const texts = new Map<string, ParsedPage>()
  for (const file of included) texts.set(file.path, await readPage(file, field))
  const { nodes, problems } = await planTree(layout, [...parsed.keys()], field)
  const files: ImportedFile[] = []
  for (const file of otherFiles) files.push(await importFile(file, keep, known?.files))
  const pageIds = [...parsed.keys()].map((path): [string, string] => [path, known?.pages?.get(path) ?? newId()])
  const targets = targetsOf(
    pageIds,
    files.map(({ gitPath, id }) => [gitPath, id]),
    [...texts.keys()].map((path) => [path, known?.reusableContents?.get(path) ?? newId()]),
  )
  const pages = await presentPages(nodes, parsed, targets, field)
  const reusableContents = [...texts].map(([path, text]) => reusableContentOf(path, text, targets, field))
  const ignored = [...parsed, ...texts].flatMap(([path, page]) =>
    page.ignored.map((name) => `${path}: ${name} is not understood`),
  )
  return {
    pages,
    files,
    reusableContents,
    totalResources: pageFiles.length + otherFiles.length + included.length,
    importedResources: pageFiles.length + otherFiles.length + included.length,
    problems: [...problems, ...ignored],
  }
}

/** Settings of other tools; GitBook's own folder holds the pictures. */
const isSetting = (path: string) => /(^|\/)\.(?!gitbook\/)/.test(path)

function sortOut({ files, summary }: Layout) {
  const content = files.filter(({ path }) => path !== summary && !isSetting(path))
  const pages = content.filter(({ path }) => isMarkdown(path))
  return {
    pageFiles: pages.filter(({ path }) => !isIncluded(path)),
    included: pages.filter(({ path }) => isIncluded(path)),
    otherFiles: content.filter(({ path }) => !isMarkdown(path)),
  }
}

async function planTree({ files, summary }: Layout, pagePaths: string[], field: string): Promise<PlannedTree> {
  const file = files.find(({ path }) => path === summary)
  if (!file) return { nodes: treeOfFolders(pagePaths), problems: [] }
  const text = await readText(file, field)
  return inFile(summary, field, () => treeOfSummary(text, summary, pagePaths))
}

async function importFile(
  { path, read }: SourceFile,
  keep: PlanOptions['keep'],
  known: ReadonlyMap<string, string> | undefined,
): Promise<ImportedFile> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { ...(await keep(name, await read())), id: known?.get(path) ?? newId(), name, gitPath: path }
}
