import type { PageEntry, Roots } from '../../storage/revisions/revision-entries.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { getMany } from '../../storage/trees/tree-reads.ts'

/** The location and position of a page in a revision's tree. */
export interface PageLocation {
  page: PageEntry
  /** The slugs from the top level down. */
  path: string
  /** A sort key: sorts pages in page order, parents first. */
  order: string
}

/**
 * Returns the locations of `pages` and of their ancestors, by id. Loads one generation at a time, however many pages:
 * most of them share their ancestors.
 */
export async function pageLocations(
  { nodes }: Storage,
  roots: Roots,
  pages: ReadonlyMap<string, PageEntry>,
): Promise<Map<string, PageLocation>> {
  const known = new Map(pages)
  for (let missing = above(pages.values(), known); missing.length > 0; ) {
    const found = await getMany(nodes, roots.pages, missing)
    for (const [id, page] of found) known.set(id, page)
    missing = above(found.values(), known)
  }
  const locations = new Map<string, PageLocation>()
  for (const id of known.keys()) locatePage(id, known, locations)
  return locations
}

const above = (pages: Iterable<PageEntry>, known: ReadonlyMap<string, PageEntry>): string[] => [
  ...new Set([...pages].flatMap(({ parent }) => (parent === null || known.has(parent) ? [] : [parent]))),
]

function locatePage(
  id: string,
  known: ReadonlyMap<string, PageEntry>,
  locations: Map<string, PageLocation>,
): PageLocation {
  const existing = locations.get(id)
  if (existing) return existing
  const page = known.get(id)
  if (!page) throw new Error(`Page ${id} is missing above another`)
  const parent = page.parent === null ? undefined : locatePage(page.parent, known, locations)
  const own = `${page.order}/${id}`
  // NUL sorts before any other character of a key, so the children of a page come before its next sibling.
  const location = parent
    ? { page, path: `${parent.path}/${page.slug}`, order: `${parent.order}\0${own}` }
    : { page, path: page.slug, order: own }
  locations.set(id, location)
  return location
}
