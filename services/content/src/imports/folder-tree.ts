import type { TreeNode } from './import-tree.ts'
import { folderOf, isReadme, titleOfName } from './source-paths.ts'

const { compare } = new Intl.Collator('en', { numeric: true })

interface Folder {
  path: string
  page: string | undefined
  pages: string[]
  folders: Map<string, Folder>
}

/**
 * Builds the tree of folders in natural order. A folder is the page of its README, or a group without one. `home` is
 * the path of the first page, if that is not a README.
 */
export function treeOfFolders(pagePaths: readonly string[], home?: string): TreeNode[] {
  const root = newFolder('')
  if (home !== undefined && pagePaths.includes(home)) root.page = home
  for (const path of pagePaths) {
    if (path === root.page) continue
    const folder = folderAt(root, folderOf(path))
    if (isReadme(path) && folder.page === undefined) folder.page = path
    else folder.pages.push(path)
  }
  const first: TreeNode[] = root.page ? [{ type: 'document', title: undefined, path: root.page, children: [] }] : []
  return [...first, ...childrenOf(root)]
}

const newFolder = (path: string): Folder => ({ path, page: undefined, pages: [], folders: new Map() })

function folderAt(root: Folder, path: string): Folder {
  let folder = root
  for (const name of path === '' ? [] : path.split('/')) {
    const next = folder.folders.get(name) ?? newFolder(folder.path ? `${folder.path}/${name}` : name)
    folder.folders.set(name, next)
    folder = next
  }
  return folder
}

function childrenOf({ pages, folders }: Folder): TreeNode[] {
  const nodes: [string, TreeNode][] = [
    ...pages.map((path): [string, TreeNode] => [path, { type: 'document', title: undefined, path, children: [] }]),
    ...[...folders].map(([name, folder]): [string, TreeNode] => [folder.path, folderNode(name, folder)]),
  ]
  return nodes.sort(([a], [b]) => compare(a, b)).map(([, node]) => node)
}

function folderNode(name: string, folder: Folder): TreeNode {
  const children = childrenOf(folder)
  return folder.page
    ? { type: 'document', title: undefined, path: folder.page, children }
    : { type: 'group', title: titleOfName(name), children }
}
