import type { Summary, SummaryDocument, SummaryPage } from '@quire/document'
import { folderOf, isReadme } from './paths.ts'
import { type TreeNode, walk } from './tree.ts'

export interface PlannedTree {
  nodes: TreeNode[]
  /** What could not be followed, for the person who imports. */
  problems: string[]
}

/**
 * The tree that a table of contents describes; pages it leaves out follow, hidden. A page named twice keeps its first
 * place, a missing one is skipped; both are reported, and what stands below them stays, in a group.
 */
export function treeOfSummary(summary: Summary, summaryPath: string, pagePaths: readonly string[]): PlannedTree {
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
  const nodesOf = (page: SummaryPage): TreeNode[] => {
    if (page.type === 'document') return documentOf(page)
    const children = page.pages.flatMap(nodesOf)
    if (page.type === 'group') return [{ type: 'group', title: page.title, children }]
    if (/^(https?|mailto):/i.test(page.url)) {
      return [{ type: 'link', title: page.title, url: page.url, children: [] }, ...children]
    }
    report(page.line, `${page.url.slice(0, 200)} is not a web address`)
    return children
  }

  const nodes = summary.pages.flatMap(nodesOf)
  placeUnlisted([...waiting], nodes, { hidden: true })
  return { nodes, problems }
}

/** The names by which a list may call a page: its path, or the folder whose page it is. */
function namesOf(pagePaths: readonly string[]): Map<string, string> {
  const folders = pagePaths.filter(isReadme).map((path): [string, string] => [folderOf(path), path])
  return new Map([...folders, ...pagePaths.map((path): [string, string] => [path, path])])
}

/** Pages that a listing leaves out stand below the page of their folder where it has one, else at the end. */
export function placeUnlisted(paths: readonly string[], nodes: TreeNode[], { hidden }: { hidden: boolean }): void {
  const folders = new Map<string, TreeNode>()
  for (const { node } of walk(nodes)) {
    if (node.type === 'document' && isReadme(node.path)) folders.set(folderOf(node.path), node)
  }
  for (const path of paths) {
    const siblings: TreeNode[] = (folderOf(path) && folders.get(folderOf(path))?.children) || nodes
    siblings.push({ type: 'document', title: undefined, path, ...(hidden && { hidden }), children: [] })
  }
}
