import { badRequest, newId } from '@quire/kit'
import type { StoredFile } from '../files/stored-file.ts'
import type { TextParser } from '../parsing.ts'
import { applyConfig, type Layout } from './config.ts'
import { treeOfFolders } from './folder-tree.ts'
import type { KeepText } from './kept-text.ts'
import { type Targets, targetsOf } from './links.ts'
import { readFiles } from './pages.ts'
import { isMarkdown } from './paths.ts'
import { type ImportedPage, presentPages, type ReadFiles } from './present.ts'
import { type ImportedReusableContent, isIncluded, reusableContentOf } from './reusable-contents.ts'
import type { SourceFile } from './sources.ts'
import { type PlannedTree, treeOfSummary } from './summary-tree.ts'
import { inFile, readText } from './text.ts'
import type { TreeNode } from './tree.ts'

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
  /** Resources that could not be imported, by their paths. */
  failures: { path: string; problem: string }[]
}

export interface PlanOptions {
  /** The input that named the source, for refusals. */
  field: string
  /** Keeps the bytes of a file; called only when all pages could be read. */
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
  /** Is told how far it came. */
  progress?: (counts: { importedResources: number; totalResources: number }) => void
}

/**
 * Turns files into pages and files of a space: the tree of SUMMARY.md, else of the folders. Reads some files
 * at a time and holds no more texts than these. Throws 400 naming the file (and line) that cannot be read, so that an
 * import comes in whole or not at all.
 */
export async function planImport(sources: SourceFile[], options: PlanOptions): Promise<ImportPlan> {
  const { field, known, parser, signal } = options
  const layout = await applyConfig(sources, field)
  const { pageFiles, otherFiles, included } = sortOut(layout)
  if (pageFiles.length === 0) throw badRequest(field, 'holds no markdown pages')
  const pagePaths = pageFiles.map(({ path }) => path)
  const { nodes, problems } = await planTree(parser, layout, pagePaths, field)
  const replacing = replacedBy(nodes, options)
  const targets = targetsOf(
    replacing ?? idsOf(pageFiles, known?.pages),
    idsOf(otherFiles, known?.files),
    idsOf(included, known?.reusableContents),
  )
  const found = pageFiles.length + otherFiles.length + included.length
  const told = counting(options, found)
  const ignored: string[] = []
  const read = reader({ ...options, told }, pageFiles.concat(included), ignored)
  const pages = await presentPages(nodes, { ...options, targets, read })
  const reusableContents: ImportedReusableContent[] = []
  const contents = read(included.map(({ path }) => ({ path, isWhole: true })))
  for (const { path } of included)
    reusableContents.push(await reusableContentOf(path, await contents(), { ...options, targets }))
  const files: ImportedFile[] = []
  for (const file of otherFiles) {
    signal?.throwIfAborted()
    files.push(await importFile(file, options.keep, targets.files))
    told()
  }
  return {
    pages,
    files,
    reusableContents,
    totalResources: found,
    importedResources: found,
    problems: [...problems, ...ignored],
    failures: [],
  }
}

const idsOf = (files: readonly SourceFile[], known: ReadonlyMap<string, string> | undefined) =>
  files.map(({ path }): [string, string] => [path, known?.get(path) ?? newId()])

/** Counts what is read. */
function counting({ progress }: PlanOptions, totalResources: number): () => void {
  let importedResources = 0
  return () => {
    importedResources += 1
    progress?.({ importedResources, totalResources })
  }
}

/** The page that an import of one document becomes: the document then has the page's id and title. */
function replacedBy(nodes: TreeNode[], { replaces }: PlanOptions): [string, string][] | undefined {
  const [only, ...others] = nodes
  if (!replaces || only?.type !== 'document' || only.children.length + others.length > 0) return undefined
  only.title = replaces.title
  return [[only.path, replaces.id]]
}

/** Reads files by path, and notes what of their front matter is not understood. */
function reader(
  { parser, field, told }: Pick<PlanOptions, 'parser' | 'field'> & { told: () => void },
  files: readonly SourceFile[],
  ignored: string[],
): ReadFiles {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const fileAt = (path: string) => {
    const file = byPath.get(path)
    if (!file) throw new Error(`The tree names ${path}, which is not there`)
    return file
  }
  return (wanted) => {
    const reading = readFiles(
      parser,
      wanted.map(({ path, ...terms }) => ({ file: fileAt(path), ...terms })),
      field,
    )
    let at = 0
    return async () => {
      const { value: page } = await reading.next()
      const path = wanted[at]?.path
      at += 1
      if (!page) throw new Error(`${path} was read as nothing`)
      for (const name of page.ignored) ignored.push(`${path}: ${name} is not understood`)
      told()
      return page
    }
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

async function planTree(
  parser: TextParser,
  { files, summary }: Layout,
  pagePaths: string[],
  field: string,
): Promise<PlannedTree> {
  const file = files.find(({ path }) => path === summary)
  if (!file) return { nodes: treeOfFolders(pagePaths), problems: [] }
  const text = await readText(file, field)
  const read = await inFile(summary, field, () => parser.run('parseSummary', text))
  return treeOfSummary(read, summary, pagePaths)
}

async function importFile(
  { path, read }: SourceFile,
  keep: PlanOptions['keep'],
  ids: ReadonlyMap<string, string>,
): Promise<ImportedFile> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { ...(await keep(name, await read())), id: ids.get(path) ?? newId(), name, gitPath: path }
}
