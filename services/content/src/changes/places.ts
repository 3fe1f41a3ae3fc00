import type { PageEntry, Roots } from '../revisions/entries.ts'
import type { Storage } from '../revisions/storage.ts'
import { getMany } from '../trees/read.ts'

/** A page's place in a revision's tree. */
export interface Place {
  page: PageEntry
  /** The slugs from the top down. */
  path: string
  /** Pages in the order of these keys are in the order of the document, parents first. */
  order: string
}

/**
 * The places of `pages`, and of all pages above them, by id. It loads one generation at a time, however many pages
 * there are: most of them share what lies above.
 */
export async function placesOf(
  { nodes }: Storage,
  roots: Roots,
  pages: ReadonlyMap<string, PageEntry>,
): Promise<Map<string, Place>> {
  const known = new Map(pages)
  for (let missing = above(pages.values(), known); missing.length > 0; ) {
    const found = await getMany(nodes, roots.pages, missing)
    for (const [id, page] of found) known.set(id, page)
    missing = above(found.values(), known)
  }
  const places = new Map<string, Place>()
  for (const id of known.keys()) placeOf(id, known, places)
  return places
}

const above = (pages: Iterable<PageEntry>, known: ReadonlyMap<string, PageEntry>): string[] => [
  ...new Set([...pages].flatMap(({ parent }) => (parent === null || known.has(parent) ? [] : [parent]))),
]

function placeOf(id: string, known: ReadonlyMap<string, PageEntry>, places: Map<string, Place>): Place {
  const done = places.get(id)
  if (done) return done
  const page = known.get(id)
  if (!page) throw new Error(`Page ${id} is missing above another`)
  const parent = page.parent === null ? undefined : placeOf(page.parent, known, places)
  const own = `${page.order}/${id}`
  // NUL sorts before everything in a key, so the children of a page come before its next sibling.
  const place = parent
    ? { page, path: `${parent.path}/${page.slug}`, order: `${parent.order}\0${own}` }
    : { page, path: page.slug, order: own }
  places.set(id, place)
  return place
}
