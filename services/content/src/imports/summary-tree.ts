import type { Summary, SummaryDocument, SummaryPage } from '@quire/document'
import { type TreeNode, walk } from './import-tree.ts'
import { folderOf, isReadme } from './source-paths.ts'

export interface PlannedTree {
  nodes: TreeNode[]
  /** Messages for the person who imports about entries that are skipped. */
  problems: string[]
}

/**
 * Builds the tree of a table of contents; unlisted pages follow, hidden. A page that is listed twice stays at its first
 * position, a missing page is skipped; both are reported, and their subpages stay, in a group. `references` has the pages
 * that are made of specifications, by the lines of their entries.
 */
export function treeOfSummary(
  summary: Summary,
  summaryPath: string,
  pagePaths: readonly string[],
  references: ReadonlyMap<number, TreeNode[]> = new Map(),
): PlannedTree {
  const waiting = new Set(pagePaths)
  const named = namesOf(pagePaths)
  const problems: string[] = []
  const report = (line: number, problem: string) => problems.push(`${summaryPath}, line ${line}: ${problem}`)

  const documentOf = (page: SummaryDocument): TreeNode[] => {
    const path = named.get(page.path.normalize())
    const first = path !== undefined && waiting.delete(path)
    const children = page.pages.flatMap(nodesOf)
    const { title, linkTitle } = page
    if (first) return [{ type: 'document', title, path, children, ...(linkTitle && { linkTitle }) }]
    report(page.line, path === undefined ? `${page.path} is not a page of the import` : `${path} is listed twice`)
    return children.length > 0 ? [{ type: 'group', title: page.title, children }] : []
  }
  const referencesOf = (line: number): TreeNode[] => {
    const nodes = references.get(line) ?? []
    for (const { node } of walk(nodes)) if (node.type === 'document') waiting.delete(node.path)
    return nodes
  }
  const nodesOf = (page: SummaryPage): TreeNode[] => {
    if (page.type === 'document') return documentOf(page)
    if (page.type === 'reference') return [...referencesOf(page.line), ...page.pages.flatMap(nodesOf)]
    const children = page.pages.flatMap(nodesOf)
    if (page.type === 'group')
      return [{ type: 'group', title: page.title, ...(page.slug && { slug: page.slug }), children }]
    if (/^(https?|mailto):/i.test(page.url)) {
      return [{ type: 'link', title: page.title, url: page.url, children: [] }, ...children]
    }
    report(page.line, `${page.url.slice(0, 200)} is not a web address`)
    return children
  }

  const nodes = summary.pages.flatMap(nodesOf)
  attachUnlisted([...waiting], nodes, { hidden: true })
  return { nodes, problems }
}

/** Returns the paths of pages by the names that a list may use: the path, or the folder whose page it is. */
function namesOf(pagePaths: readonly string[]): Map<string, string> {
  const folders = pagePaths.filter(isReadme).map((path): [string, string] => [folderOf(path), path])
  return new Map([...folders, ...pagePaths.map((path): [string, string] => [path, path])])
}

/** Adds unlisted pages below the page of their folder if it has one, else at the end. */
export function attachUnlisted(paths: readonly string[], nodes: TreeNode[], { hidden }: { hidden: boolean }): void {
  const folders = new Map<string, TreeNode>()
  for (const { node } of walk(nodes)) {
    if (node.type === 'document' && isReadme(node.path)) folders.set(folderOf(node.path), node)
  }
  for (const path of paths) {
    const siblings: TreeNode[] = (folderOf(path) && folders.get(folderOf(path))?.children) || nodes
    siblings.push({ type: 'document', title: undefined, path, ...(hidden && { hidden }), children: [] })
  }
}
