import type { SemanticChange } from '@quire/contracts'
import type { View } from '../../pages/pages.present.ts'
import { type PageEntry, positionKey, type Roots } from '../../storage/revisions/revision-entries.ts'
import { changedPages } from '../../storage/revisions/revision-reads.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import type { Change } from '../../storage/trees/diff.ts'
import { getMany } from '../../storage/trees/tree-reads.ts'
import { type AttributeChanges, changedAttributes, pageAttributes, withDocumentIds } from './changed-attributes.ts'
import type { LazyChange } from './entry-changes.ts'

/** The location and position of a page in a revision's tree. */
interface PageLocation {
  page: PageEntry
  /** The slugs from the top level down. */
  path: string
  /** A sort key: sorts pages in page order, parents first. */
  order: string
}

interface Difference extends Change<PageEntry> {
  id: string
  /** Changed attributes of a page that is in both revisions. */
  edited: AttributeChanges<ReturnType<typeof pageAttributes>> | undefined
  moved: boolean
}

/**
 * Returns the pages created, edited, moved and deleted, each in page order. The cost grows with the difference only.
 */
export async function pageChanges(storage: Storage, before: Roots, after: Roots, view: View): Promise<LazyChange[]> {
  const differences = [...(await changedPages(storage, before, after))].map(differenceOf)
  const [locationsAfter, locationsBefore] = await Promise.all([
    pageLocations(
      storage,
      after,
      sideOf(differences, ({ after }) => after),
    ),
    pageLocations(
      storage,
      before,
      sideOf(differences, ({ before, after, moved }) => (moved || !after ? before : undefined)),
    ),
  ])
  const present = inOrder(
    locationsAfter,
    differences.filter(({ after }) => after),
  )
  const deleted = inOrder(
    locationsBefore,
    differences.filter(({ after }) => !after),
  )
  return [
    ...present
      .filter(({ before }) => !before)
      .map(({ id }) => lazily('page_created', id, (type) => ({ type, page: presentChangedPage(locationsAfter, id) }))),
    ...present.flatMap(({ id, edited }) =>
      edited
        ? [lazily('page_edited', id, () => presentEdit(presentChangedPage(locationsAfter, id), edited, view))]
        : [],
    ),
    ...present
      .filter(({ moved }) => moved)
      .map((difference) =>
        lazily('page_moved', difference.id, () => presentMove(difference, locationsBefore, locationsAfter)),
      ),
    ...deleted.map(({ id }) =>
      lazily('page_deleted', id, (type) => ({ type, page: presentChangedPage(locationsBefore, id) })),
    ),
  ]
}

const lazily = <Type extends LazyChange['type']>(
  type: Type,
  id: string,
  present: (type: Type) => SemanticChange,
): LazyChange => ({ type, id, present: () => present(type) })

function differenceOf([id, { before, after }]: [string, Change<PageEntry>]): Difference {
  if (!before || !after) return { id, before, after, edited: undefined, moved: false }
  const moved = before.parent !== after.parent || positionKey(before) !== positionKey(after)
  return { id, before, after, edited: changedAttributes(pageAttributes(before), pageAttributes(after)), moved }
}

const sideOf = (differences: Difference[], side: (difference: Difference) => PageEntry | undefined) =>
  new Map(
    differences.flatMap((difference): [string, PageEntry][] => {
      const page = side(difference)
      return page ? [[difference.id, page]] : []
    }),
  )

function inOrder(locations: Map<string, PageLocation>, differences: Difference[]): Difference[] {
  const orderOf = ({ id }: Difference) => locations.get(id)?.order ?? ''
  return differences.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
}

/** Presents a page as changes name it. */
export async function presentPageIn(storage: Storage, roots: Roots, id: string, page: PageEntry) {
  return presentChangedPage(await pageLocations(storage, roots, new Map([[id, page]])), id)
}

function presentChangedPage(locations: Map<string, PageLocation>, id: string) {
  const location = locations.get(id)
  if (!location) throw new Error(`Page ${id} changed without a location`)
  const { page, path } = location
  return { id, type: page.type, title: page.title, ...(page.type !== 'link' && { path }) }
}

function presentEdit(
  page: ReturnType<typeof presentChangedPage>,
  edited: NonNullable<Difference['edited']>,
  view: View,
) {
  return {
    type: 'page_edited' as const,
    page,
    attributes: withDocumentIds(edited, { kind: 'page', id: page.id }, view),
  }
}

function presentMove(
  { id, before, after }: Difference,
  then: Map<string, PageLocation>,
  now: Map<string, PageLocation>,
) {
  const [was, is] = [before?.parent ?? null, after?.parent ?? null]
  return {
    type: 'page_moved' as const,
    page: presentChangedPage(now, id),
    parent: {
      ...(was !== null && { before: presentChangedPage(then, was) }),
      ...(is !== null && { after: presentChangedPage(now, is) }),
    },
  }
}

/**
 * Returns the locations of `pages` and of their ancestors, by id. Loads one generation at a time, however many pages:
 * most of them share their ancestors.
 */
async function pageLocations(
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
