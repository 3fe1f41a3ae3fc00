import { posix } from 'node:path'
import { badRequest, newId } from '@quire/kit'
import { hidesPage } from '../storage/front-matter/known-keys.ts'
import type { ReusableContentEntry } from '../storage/revisions/revision-entries.ts'
import type { Layout } from './apply-config.ts'
import { BrokenFile, type CountBroken, orBroken } from './broken-file.ts'
import { classifyFiles, type ImportedReusableContent, reusableContentOf } from './classify-files.ts'
import { inFile, readText } from './file-text.ts'
import { treeOfFolders } from './folder-tree.ts'
import type { ImportedFile, ImportPlan, PlanOptions } from './import-plan.ts'
import type { TreeNode } from './import-tree.ts'
import { pageReader } from './page-reader.ts'
import { planPages } from './plan-pages.ts'
import type { SourceRedirects } from './read-redirects.ts'
import { idsWithRenames } from './renamed-files.ts'
import { laterStateOf } from './same-source.ts'
import type { OutlinePage, SourceFile } from './source-files.ts'
import { folderOf, resolveFrom } from './source-paths.ts'
import { type LinkTargets, linkTargetsOf } from './stable-links.ts'
import { attachUnlisted, type PlannedTree, treeOfSummary } from './summary-tree.ts'
import { unchangedFiles } from './unchanged-files.ts'

/** Plans files; `failed` counts earlier failures. The plan is incomplete if files turn out to be `broken`. */
export async function planFiles(
  layout: Layout,
  options: PlanOptions,
  { broken, failed, count }: { broken: Map<string, BrokenFile>; failed: number; count: CountBroken },
): Promise<Omit<ImportPlan, 'failures' | 'totalResources'>> {
  const { known, knownSources, signal, progress, skipUnusedFiles = false, address, isWhole } = options
  const { pageFiles, otherFiles, included } = classifyFiles(layout)
  const { nodes, problems } = await planTree(layout, pageFiles, options)
  const found = pageFiles.concat(otherFiles, included)
  const replacing = replacedBy(nodes, options)
  const knownPages = known?.pages ?? new Map<string, string>()
  const paths = pageFiles.map(({ path }) => path)
  const mirrors = !replacing && isWhole ? laterStateOf(knownSources ?? new Map(), paths, address) : undefined
  const linked = linkTargetsOf(
    replacing ??
      idsOf(
        pageFiles,
        mirrors !== undefined ? await idsWithRenames(knownPages, pageFiles, options.former) : knownPages,
      ),
    idsOf(otherFiles, known?.files),
    idsOf(included, known?.reusableContents),
    found,
  )
  const { outside } = options
  const targets: LinkTargets = {
    ...linked,
    outside: outside && ((from, target) => outside(posix.join(layout.root, folderOf(from), target))),
  }
  const ignored: string[] = []
  let done = 0
  const report = () => progress?.({ importedResources: done, totalResources: found.length + failed })
  const countOne = () => {
    done += 1
    report()
  }
  report()
  const read = pageReader(options, pageFiles.concat(included), { ignored, broken, count, countOne })
  const redirected = redirectedPages(layout.redirects, targets)
  const asBefore = options.earlier && (await unchangedFiles(options.earlier, { layout, nodes, targets }))
  const planned = await planPages(nodes, { ...options, targets, read, unchanged: asBefore })
  const pages = planned.map((page) => {
    const redirects = redirected.paths.get(page.id)
    return redirects ? { ...page, redirects } : page
  })
  const reusableContents: ImportedReusableContent[] = []
  const changed = included.filter(({ path }) => !asBefore?.reusableContents.has(path))
  const contents = read(changed.map(({ path }) => ({ path, isWhole: true })))
  for (const { path } of included) {
    const before = asBefore?.reusableContents.get(path)
    if (before) reusableContents.push(contentAsBefore(before, targets.reusableContents.get(path) ?? newId(), path))
    if (before) continue
    const content = await contents()
    if (content && hidesPage(content.frontMatter)) broken.set(path, new BrokenFile(unreadRule))
    else if (content) reusableContents.push(await reusableContentOf(path, content, { ...options, targets }))
  }
  const files: ImportedFile[] = []
  const left = { files: 0, bytes: 0 }
  options.willRead?.(otherFiles.filter(({ path }) => !asBefore?.files.has(path)))
  for (const file of broken.size === 0 ? otherFiles : []) {
    signal?.throwIfAborted()
    if (skipUnusedFiles && !targets.used.has(targets.files.get(file.path) ?? '')) {
      left.files += 1
      left.bytes += file.size ?? (await file.read()).length
      continue
    }
    const before = asBefore?.files.get(file.path)
    const imported = before
      ? { ...before, id: targets.files.get(file.path) ?? newId(), gitPath: file.path }
      : await orBroken(() => importFile(file, options.storeFile, targets.files))
    if (imported instanceof BrokenFile) broken.set(file.path, imported)
    else files.push(imported)
    countOne()
  }
  return {
    pages,
    files,
    reusableContents,
    source: mirrors || address || newId(),
    mirrors,
    importedResources: found.length - left.files,
    ...(skipUnusedFiles && { unused: left }),
    problems: [...(options.problems ?? []), ...redirected.problems, ...problems, ...ignored],
  }
}

/** A text has no access rule of its own, and ignoring it would show the text wherever it is included. */
const unreadRule =
  'an included text cannot have `if`, `hidden` or `noIndex` in its front matter: put {% if %} and {% endif %} around it'

/** Returns the redirected paths of each page, and the redirects whose file is no page. */
function redirectedPages({ files, problems }: SourceRedirects, targets: LinkTargets) {
  const paths = new Map<string, string[]>()
  const missing: string[] = []
  for (const [from, to] of files) {
    const path = resolveFrom('', to.replace(/#.*$/s, '').replace(/^\/+/, ''))
    const id = path === undefined ? undefined : (targets.pages.get(path) ?? targets.pages.get(`${path}.md`))
    if (id === undefined)
      missing.push(`.gitbook.yaml: the redirect of "${from}" leads to ${to.slice(0, 200)}, which is no page`)
    else paths.set(id, [...(paths.get(id) ?? []), from])
  }
  return { paths, problems: [...problems, ...missing] }
}

const idsOf = (files: readonly SourceFile[], known: ReadonlyMap<string, string> | undefined) =>
  files.map(({ path }): [string, string] => [path, known?.get(path) ?? newId()])

/** Gives a single document the title of the page that it replaces, and returns its path with the page's id. */
function replacedBy(nodes: TreeNode[], { replaces }: PlanOptions): [string, string][] | undefined {
  const [only, ...others] = nodes
  if (!replaces || only?.type !== 'document' || only.children.length + others.length > 0) return undefined
  only.title = replaces.title
  return [[only.path, replaces.id]]
}

/** Returns a reusable content as an earlier import made it of the same file. */
function contentAsBefore(
  { title, document, git }: ReusableContentEntry,
  id: string,
  gitPath: string,
): ImportedReusableContent {
  const { path: _, ...origin } = git ?? { path: gitPath }
  return { id, title, document, gitPath, origin }
}

async function importFile(
  { path, read, oid, name = path.slice(path.lastIndexOf('/') + 1) }: SourceFile,
  storeFile: PlanOptions['storeFile'],
  ids: ReadonlyMap<string, string>,
): Promise<ImportedFile> {
  const stored = await storeFile(name, await read())
  return { ...stored, id: ids.get(path) ?? newId(), name, gitPath: path, ...(oid !== undefined && { oid }) }
}

/**
 * Plans the page tree. Throws 400 for a table of contents that cannot be read: without it, pages that it leaves out would
 * be listed.
 */
async function planTree(
  { files, summary, readme, references }: Layout,
  pageFiles: readonly SourceFile[],
  { parser, readSummary, outline, field }: PlanOptions,
): Promise<PlannedTree> {
  const pagePaths = pageFiles.map(({ path }) => path)
  const file = files.find(({ path }) => path === summary)
  if (file) {
    const read = await orBroken(async () => {
      const text = await readText(file)
      return inFile(() => readSummary?.(text) ?? parser.run('parseSummary', text))
    })
    if (read instanceof BrokenFile) throw badRequest(field, `holds a ${summary} that cannot be read: ${read.message}`)
    return treeOfSummary(read, summary, pagePaths, references)
  }
  if (outline) return { nodes: treeOfOutline(outline, pagePaths), problems: [] }
  return { nodes: treeOfFolders(pagePaths, readme), problems: [] }
}

/** Builds the tree of an outline; unlisted pages follow, each below the page of its folder if there is one. */
function treeOfOutline(outline: readonly OutlinePage[], pagePaths: readonly string[]): TreeNode[] {
  const waiting = new Set(pagePaths)
  const nodesOf = (page: OutlinePage): TreeNode[] => {
    if (page.type === 'link') return [{ type: 'link', title: page.title, url: page.url, children: [] }]
    const first = page.type === 'document' && waiting.delete(page.path)
    const children = page.pages.flatMap(nodesOf)
    if (first) return [{ type: 'document', title: undefined, path: page.path, children }]
    return children.length > 0 ? [{ type: 'group', title: page.title, children }] : []
  }
  const nodes = outline.flatMap(nodesOf)
  attachUnlisted([...waiting], nodes, { hidden: false })
  return nodes
}
