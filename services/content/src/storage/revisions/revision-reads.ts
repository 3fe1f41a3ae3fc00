import { diff } from '../trees/diff.ts'
import { entries, get, getMany, range } from '../trees/tree-reads.ts'
import { childrenPrefix, type PageEntry, type Roots, slugKey } from './revision-entries.ts'
import type { Storage } from './storage.ts'

/** A page in its tree. `path` joins the slugs from the top level. */
export interface PageNode {
  id: string
  page: PageEntry
  path: string
  pages: PageNode[]
}

export type PageWithPath = Omit<PageNode, 'pages'>

/** Returns a page by id. The cost is the height of the tree, whatever the size of the space. */
export const pageById = ({ nodes }: Storage, roots: Roots, id: string): Promise<PageEntry | undefined> =>
  get(nodes, roots.pages, id)

/** Returns the slugs from the top level down to a page of this revision, joined by `/`. */
export async function pagePath({ nodes }: Storage, roots: Roots, page: PageEntry): Promise<string> {
  const slugs = [page.slug]
  for (let parent = page.parent; parent !== null; ) {
    const above = await get(nodes, roots.pages, parent)
    if (!above) throw new Error(`Page ${parent} is missing above ${page.slug}`)
    slugs.unshift(above.slug)
    parent = above.parent
  }
  return slugs.join('/')
}

/** Returns the page at a path such as `a/b`. The cost is the length of the path, whatever the size of the space. */
export async function pageByPath({ nodes }: Storage, roots: Roots, path: string): Promise<PageWithPath | undefined> {
  let id: string | undefined
  for (const slug of path.split('/')) {
    id = await get(nodes, roots.slugs, slugKey({ parent: id ?? null, slug }))
    if (id === undefined) return undefined
  }
  const page = id === undefined ? undefined : await get(nodes, roots.pages, id)
  return id === undefined || !page ? undefined : { id, page, path }
}

/** Returns the children of a page in order; the top-level pages if `parent` is null. */
export async function childrenOf(
  { nodes }: Storage,
  roots: Roots,
  parent: string | null,
): Promise<{ id: string; page: PageEntry }[]> {
  const ids = (await range(nodes, roots.children, childrenPrefix(parent))).map(([, id]) => id)
  const pages = await getMany(nodes, roots.pages, ids)
  return ids.flatMap((id) => {
    const page = pages.get(id)
    return page ? [{ id, page }] : []
  })
}

/** Returns every page, nested and in order. Linear in the number of pages; one load per level of the tree. */
export async function pageTree({ nodes }: Storage, roots: Roots): Promise<PageNode[]> {
  const found = new Map<string, PageNode>()
  for (const [id, page] of await entries(nodes, roots.pages)) found.set(id, { id, page, path: '', pages: [] })
  const top: PageNode[] = []
  for (const [, id] of await entries(nodes, roots.children)) {
    const node = found.get(id)
    if (!node) throw new Error(`Page ${id} has a position but no entry`)
    const parent = node.page.parent === null ? undefined : found.get(node.page.parent)
    ;(parent?.pages ?? top).push(node)
  }
  setPaths(top)
  return top
}

function setPaths(top: PageNode[]): void {
  const waiting = top.map((node) => ({ node, above: '' }))
  for (const { node, above } of waiting) {
    node.path = `${above}${node.page.slug}`
    for (const child of node.pages) waiting.push({ node: child, above: `${node.path}/` })
  }
}

/** Returns the text of a page; empty if it has none. */
export async function markdownOf({ documents }: Storage, page: Pick<PageEntry, 'document'>): Promise<string> {
  if (page.document === null) return ''
  return (await documents.load([page.document])).get(page.document) ?? ''
}

/** Returns the pages that differ between two revisions, by id. The cost grows with the difference only. */
export const changedPages = ({ nodes }: Storage, before: Roots, after: Roots) => diff(nodes, before.pages, after.pages)

/** Returns the files that differ between two revisions, by id. The cost grows with the difference only. */
export const changedFiles = ({ nodes }: Storage, before: Roots, after: Roots) => diff(nodes, before.files, after.files)
