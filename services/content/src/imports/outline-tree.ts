import type { OutlinePage } from './sources.ts'
import { placeUnlisted } from './summary-tree.ts'
import type { TreeNode } from './tree.ts'

/** The tree of an outline; pages that it leaves out follow, each below the page of its folder where there is one. */
export function treeOfOutline(outline: readonly OutlinePage[], pagePaths: readonly string[]): TreeNode[] {
  const waiting = new Set(pagePaths)
  const nodesOf = (page: OutlinePage): TreeNode[] => {
    if (page.type === 'link') return [{ type: 'link', title: page.title, url: page.url, children: [] }]
    const first = page.type === 'document' && waiting.delete(page.path)
    const children = page.pages.flatMap(nodesOf)
    if (first) return [{ type: 'document', title: undefined, path: page.path, children }]
    return children.length > 0 ? [{ type: 'group', title: page.title, children }] : []
  }
  const nodes = outline.flatMap(nodesOf)
  placeUnlisted([...waiting], nodes, { hidden: false })
  return nodes
}
