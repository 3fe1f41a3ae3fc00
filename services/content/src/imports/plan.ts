import { badRequest, newId } from '@quire/kit'
import type { StoredFile } from '../files/stored-file.ts'
import type { TextParser } from '../parsing.ts'
import { BrokenFile, orBroken } from './broken-file.ts'
import { applyConfig, type Layout } from './config.ts'
import { treeOfFolders } from './folder-tree.ts'
import type { KeepText } from './kept-text.ts'
import { type KnownIds, targetsOf } from './links.ts'
import { treeOfOutline } from './outline-tree.ts'
import { readFiles } from './pages.ts'
import { isMarkdown } from './paths.ts'
import { type ImportedPage, presentPages, type ReadFiles } from './present.ts'
import { type ImportedReusableContent, isIncluded, reusableContentOf } from './reusable-contents.ts'
import type { ImportFailure, OutlinePage, SourceFile } from './sources.ts'
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
  known?: Partial<KnownIds>
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

/** Each of them may hold its thread for all the time that a text may take. */
const mostCostlyFiles = 20

/**
 * Turns files into pages and files of a space: the tree of SUMMARY.md, else of the source's outline, else of the
 * folders. Reads some files at a time and holds no more texts than these. A file that cannot be read becomes a failure
 * with the line at fault; then what is left is planned again, so that no link leads to what is not there. Throws 400
 * where no page could be read.
 */
export async function planImport(sources: SourceFile[], options: PlanOptions): Promise<ImportPlan> {
  const { field, failures: before = [] } = options
  const failures = [...before]
  let layout = await applyConfig(sources, field)
  let costly = 0
  for (;;) {
    const broken = new Map<string, BrokenFile>()
    const plan = await planOf(layout, options, broken, failures)
    if (broken.size === 0) return { ...plan, failures, totalResources: plan.importedResources + failures.length }
    for (const [path, { message, isCostly }] of broken) {
      failures.push({ path, problem: message })
      if (isCostly) costly += 1
    }
    if (costly > mostCostlyFiles)
      throw badRequest(field, `holds too many files that are hard to read: ${said(failures)}`)
    layout = { ...layout, files: layout.files.filter(({ path }) => !broken.has(path)) }
  }
}

/** The plan of those files; incomplete where some turn out to be broken. */
async function planOf(
  layout: Layout,
  options: PlanOptions,
  broken: Map<string, BrokenFile>,
  failures: readonly ImportFailure[],
): Promise<Omit<ImportPlan, 'failures' | 'totalResources'>> {
  const { field, known, signal, progress } = options
  const { pageFiles, otherFiles, included } = sortOut(layout)
  if (pageFiles.length === 0) throw badRequest(field, failures.length > 0 ? said(failures) : 'holds no pages')
  const { nodes, problems } = await planTree(layout, pageFiles, options, broken)
  const found = pageFiles.concat(otherFiles, included)
  const replacing = replacedBy(nodes, options)
  const targets = targetsOf(
    replacing ?? idsOf(pageFiles, known?.pages),
    idsOf(otherFiles, known?.files),
    idsOf(included, known?.reusableContents),
    found,
  )
  const ignored: string[] = []
  let done = 0
  const oneMore = () => {
    done += 1
    progress?.({ importedResources: done, totalResources: found.length + failures.length })
  }
  const read = reader(options, pageFiles.concat(included), { ignored, broken, oneMore })
  const pages = await presentPages(nodes, { ...options, targets, read })
  const reusableContents: ImportedReusableContent[] = []
  const contents = read(included.map(({ path }) => ({ path, isWhole: true })))
  for (const { path } of included) {
    const content = await contents()
    if (content) reusableContents.push(await reusableContentOf(path, content, { ...options, targets }))
  }
  const files: ImportedFile[] = []
  for (const file of broken.size === 0 ? otherFiles : []) {
    signal?.throwIfAborted()
    const imported = await orBroken(() => importFile(file, options.keep, targets.files))
    if (imported instanceof BrokenFile) broken.set(file.path, imported)
    else files.push(imported)
    oneMore()
  }
  return {
    pages,
    files,
    reusableContents,
    importedResources: found.length,
    problems: [...layout.notes, ...problems, ...ignored],
  }
}

const said = ([first, ...others]: readonly ImportFailure[]) =>
  `${first?.path}: ${first?.problem}${others.length > 0 ? ` (and ${others.length} more)` : ''}`

const idsOf = (files: readonly SourceFile[], known: ReadonlyMap<string, string> | undefined) =>
  files.map(({ path }): [string, string] => [path, known?.get(path) ?? newId()])

/** The page that an import of one document becomes: the document then has the page's id and title. */
function replacedBy(nodes: TreeNode[], { replaces }: PlanOptions): [string, string][] | undefined {
  const [only, ...others] = nodes
  if (!replaces || only?.type !== 'document' || only.children.length + others.length > 0) return undefined
  only.title = replaces.title
  return [[only.path, replaces.id]]
}

/** Notes what of the front matter is not understood, and which files are broken. */
function reader(
  { parser }: Pick<PlanOptions, 'parser'>,
  files: readonly SourceFile[],
  { ignored, broken, oneMore }: { ignored: string[]; broken: Map<string, BrokenFile>; oneMore: () => void },
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
    )
    let at = 0
    return async () => {
      const { value: page } = await reading.next()
      const path = wanted[at]?.path ?? ''
      at += 1
      oneMore()
      if (!page) throw new Error(`${path} was read as nothing`)
      if (page instanceof BrokenFile) {
        broken.set(path, page)
        return undefined
      }
      for (const name of page.ignored) ignored.push(`${path}: ${name} is not understood`)
      return page
    }
  }
}

/** Settings of other tools; GitBook's own folder holds the pictures. */
const isSetting = (path: string) => /(^|\/)\.(?!gitbook\/)/.test(path)

const isPage = (file: SourceFile) => file.isPage === true || isMarkdown(file.path)

function sortOut({ files, summary }: Layout) {
  const content = files.filter(({ path }) => path !== summary && !isSetting(path))
  const pages = content.filter(isPage)
  return {
    pageFiles: pages.filter(({ path }) => !isIncluded(path)),
    included: pages.filter(({ path }) => isIncluded(path)),
    otherFiles: content.filter((file) => !isPage(file)),
  }
}

/** A table of contents that cannot be read is a failure like any other, and the folders take its place. */
async function planTree(
  { files, summary, readme }: Layout,
  pageFiles: readonly SourceFile[],
  { parser, outline }: PlanOptions,
  broken: Map<string, BrokenFile>,
): Promise<PlannedTree> {
  const pagePaths = pageFiles.map(({ path }) => path)
  const file = files.find(({ path }) => path === summary)
  if (file) {
    const read = await orBroken(async () => {
      const text = await readText(file)
      return inFile(() => parser.run('parseSummary', text))
    })
    if (!(read instanceof BrokenFile)) return treeOfSummary(read, summary, pagePaths)
    broken.set(summary, read)
  }
  if (outline) return { nodes: treeOfOutline(outline, pagePaths), problems: [] }
  return { nodes: treeOfFolders(pagePaths, readme), problems: [] }
}

async function importFile(
  { path, read }: SourceFile,
  keep: PlanOptions['keep'],
  ids: ReadonlyMap<string, string>,
): Promise<ImportedFile> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { ...(await keep(name, await read())), id: ids.get(path) ?? newId(), name, gitPath: path }
}
