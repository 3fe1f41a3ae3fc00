import type { OutlinePage } from '../../source-files.ts'
import { folderOf } from '../../source-paths.ts'
import { idIn, plainTitle } from './notion-names.ts'

const { compare } = new Intl.Collator('en', { numeric: true })

/** Length of names up to which programs that unpack archives never cut them off. */
const uncutLength = 30

type Node = Extract<OutlinePage, { type: 'document' | 'group' }> & { key: string }

/**
 * Builds the tree of an export. The folder of a page has its name, with or without the id, or cut off. Pages below a page
 * have the order in which it links to them, and then that of their names.
 */
export function notionTree(
  pagePaths: readonly string[],
  linked: ReadonlyMap<string, readonly string[]>,
  titles: ReadonlyMap<string, string>,
): OutlinePage[] {
  const owners = ownersOf(pagePaths)
  const roots: Node[] = []
  const folders = new Map<string, Node>()
  const nodes = new Map(
    pagePaths.map((path): [string, Node] => [
      path,
      { type: 'document', title: titles.get(path) ?? plainTitle(nameIn(path)), path, pages: [], key: path },
    ]),
  )

  function siblingsIn(folder: string): OutlinePage[] {
    if (folder === '') return roots
    const known = folders.get(folder)
    if (known) return known.pages
    const owner = owners(folder)
    const node = owner === undefined ? undefined : nodes.get(owner)
    if (node) {
      folders.set(folder, node)
      return node.pages
    }
    const group: Node = { type: 'group', title: plainTitle(nameIn(folder)), pages: [], key: folder }
    folders.set(folder, group)
    siblingsIn(folderOf(folder)).push(group)
    return group.pages
  }

  for (const [path, node] of nodes) siblingsIn(folderOf(path)).push(node)
  sort(roots as Node[], [])
  for (const [path, node] of nodes) sort(node.pages as Node[], linked.get(path) ?? [])
  for (const folder of folders.values()) if (folder.type === 'group') sort(folder.pages as Node[], [])
  return roots
}

function sort(pages: Node[], order: readonly string[]): void {
  const positions = new Map(order.map((path, at) => [path, at]))
  const positionOf = ({ key }: Node) => positions.get(key) ?? order.length
  pages.sort((a, b) => positionOf(a) - positionOf(b) || compare(a.title, b.title) || compare(a.key, b.key))
}

const nameIn = (path: string) => (path.split('/').at(-1) ?? '').replace(/\.(md|html?|csv)$/i, '')

/** Returns a function that finds the page to which a folder belongs, which lies beside the folder. */
function ownersOf(pagePaths: readonly string[]): (folder: string) => string | undefined {
  const owners = new Map<string, string>()
  const add = (path: string, name: string) => {
    const key = `${folderOf(path)}/${name}`
    if (!owners.has(key)) owners.set(key, path)
  }
  for (const path of pagePaths) {
    const name = nameIn(path)
    const [title, id] = [plainTitle(name), idIn(path)]
    add(path, name)
    if (id !== undefined) add(path, `id:${id}`)
    add(path, `title:${title}`)
    if (title.length >= uncutLength) add(path, `start:${title.slice(0, uncutLength)}`)
  }
  return (folder) => {
    const [parent, name] = [folderOf(folder), nameIn(folder)]
    const [title, id] = [plainTitle(name), idIn(folder)]
    return (
      owners.get(`${parent}/${name}`) ??
      (id === undefined ? undefined : owners.get(`${parent}/id:${id}`)) ??
      (id === undefined ? owners.get(`${parent}/title:${title}`) : undefined) ??
      (id === undefined && title.length >= uncutLength
        ? owners.get(`${parent}/start:${title.slice(0, uncutLength)}`)
        : undefined)
    )
  }
}
