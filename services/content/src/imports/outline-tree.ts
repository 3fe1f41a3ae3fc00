import type { TreeNode } from './import-tree.ts'
import type { OutlinePage } from './source-files.ts'
import { attachUnlisted } from './summary-tree.ts'

/** Builds the tree of an outline; unlisted pages follow, each below the page of its folder if there is one. */
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
  attachUnlisted([...waiting], nodes, { hidden: false })
  return nodes
}
