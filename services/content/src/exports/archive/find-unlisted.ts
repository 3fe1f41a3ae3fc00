import { folderOf, isReadme } from '../../imports/source-paths.ts'
import type { PageNode } from '../../storage/revisions/revision-reads.ts'

/**
 * Finds the pages that SUMMARY.md leaves out: pages that were imported without being listed, and that are still hidden
 * and where an import puts such pages, at the end of the page of their folder or of the top level.
 */
export function findUnlisted(top: readonly PageNode[], paths: ReadonlyMap<string, string>): Set<string> {
  const isCandidate = ({ page, pages }: PageNode) =>
    page.git?.unlisted === true && page.hidden === true && page.linkTitle === undefined && pages.length === 0
  const all = inOrder(top)
  const folders = new Map<string, string>()
  for (const node of all) {
    const path = paths.get(node.id)
    if (path !== undefined && isReadme(path) && !isCandidate(node)) folders.set(folderOf(path), node.id)
  }
  const found = new Set<string>()
  for (const siblings of [top, ...all.map(({ pages }) => pages)]) {
    for (const node of siblings.toReversed()) {
      const folder = folderOf(paths.get(node.id) ?? '')
      const parent = (folder && folders.get(folder)) || null
      if (!isCandidate(node) || node.page.parent !== parent) break
      found.add(node.id)
    }
  }
  return found
}

/** Returns every page, parents before their children, siblings in order. Pages may be nested too deep for recursion. */
export function inOrder(top: readonly PageNode[]): PageNode[] {
  const found: PageNode[] = []
  const waiting = top.toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    found.push(node)
    waiting.push(...node.pages.toReversed())
  }
  return found
}
