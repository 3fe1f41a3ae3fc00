import { diff } from '../trees/diff.ts'
import { entries, get, getMany, range } from '../trees/read.ts'
import { childrenPrefix, type PageEntry, type Roots, slugKey } from './entries.ts'
import type { Storage } from './storage.ts'

/** A page in its place: `path` is made of the slugs from the top. */
export interface PageNode {
  id: string
  page: PageEntry
  path: string
  pages: PageNode[]
}

export type PlacedPage = Omit<PageNode, 'pages'>

/** Costs the height of the tree, whatever the size of the space. */
export const pageById = ({ nodes }: Storage, roots: Roots, id: string): Promise<PageEntry | undefined> =>
  get(nodes, roots.pages, id)

/** The slugs from the top down to a page of this revision, joined by `/`. */
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

/** The page at `a/b`; costs the path's length, whatever the size of the space. */
export async function pageByPath({ nodes }: Storage, roots: Roots, path: string): Promise<PlacedPage | undefined> {
  let id: string | undefined
  for (const slug of path.split('/')) {
    id = await get(nodes, roots.slugs, slugKey({ parent: id ?? null, slug }))
    if (id === undefined) return undefined
  }
  const page = id === undefined ? undefined : await get(nodes, roots.pages, id)
  return id === undefined || !page ? undefined : { id, page, path }
}

/** A page's children in order; null for the topmost pages. */
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

/** Every page, nested and in order; linear in the number of pages, one load a level of the tree. */
export async function pageTree({ nodes }: Storage, roots: Roots): Promise<PageNode[]> {
  const found = new Map<string, PageNode>()
  for (const [id, page] of await entries(nodes, roots.pages)) found.set(id, { id, page, path: '', pages: [] })
  const top: PageNode[] = []
  for (const [, id] of await entries(nodes, roots.children)) {
    const node = found.get(id)
    if (!node) throw new Error(`Page ${id} has a place but no entry`)
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

/** A page's text; empty where it has none. */
export async function markdownOf({ documents }: Storage, page: Pick<PageEntry, 'document'>): Promise<string> {
  if (page.document === null) return ''
  return (await documents.load([page.document])).get(page.document) ?? ''
}

/** The pages that differ between two revisions, by id; costs what differs. */
export const changedPages = ({ nodes }: Storage, before: Roots, after: Roots) => diff(nodes, before.pages, after.pages)

/** The files that differ between two revisions, by id; costs what differs. */
export const changedFiles = ({ nodes }: Storage, before: Roots, after: Roots) => diff(nodes, before.files, after.files)
