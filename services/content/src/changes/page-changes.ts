import type { View } from '../pages/pages.present.ts'
import { type PageEntry, placeKey, type Roots } from '../revisions/entries.ts'
import { changedPages } from '../revisions/reader.ts'
import type { Storage } from '../revisions/storage.ts'
import type { Change } from '../trees/diff.ts'
import { type AttributeChanges, changedAttributes, pageAttributes, showingDocuments } from './attributes.ts'
import type { LazyChange } from './entry-changes.ts'
import { type Place, placesOf } from './places.ts'

interface Difference extends Change<PageEntry> {
  id: string
  /** The changed attributes of a page that is in both revisions. */
  edited: AttributeChanges<ReturnType<typeof pageAttributes>> | undefined
  moved: boolean
}

/** How pages differ: created, edited, moved, deleted, each in the order of the document. Costs what differs. */
export async function pageChanges(storage: Storage, before: Roots, after: Roots, view: View): Promise<LazyChange[]> {
  const differences = [...(await changedPages(storage, before, after))].map(differenceOf)
  const [now, then] = await Promise.all([
    placesOf(
      storage,
      after,
      sideOf(differences, ({ after }) => after),
    ),
    placesOf(
      storage,
      before,
      sideOf(differences, ({ before, after, moved }) => (moved || !after ? before : undefined)),
    ),
  ])
  const there = inOrder(
    now,
    differences.filter(({ after }) => after),
  )
  const gone = inOrder(
    then,
    differences.filter(({ after }) => !after),
  )
  return [
    ...there
      .filter(({ before }) => !before)
      .map(({ id }) => () => ({ type: 'page_created' as const, page: show(now, id) })),
    ...there.flatMap(({ id, edited }) => (edited ? [() => showEdit(show(now, id), edited, view)] : [])),
    ...there.filter(({ moved }) => moved).map((difference) => () => showMove(difference, then, now)),
    ...gone.map(({ id }) => () => ({ type: 'page_deleted' as const, page: show(then, id) })),
  ]
}

function differenceOf([id, { before, after }]: [string, Change<PageEntry>]): Difference {
  if (!before || !after) return { id, before, after, edited: undefined, moved: false }
  const moved = before.parent !== after.parent || placeKey(before) !== placeKey(after)
  return { id, before, after, edited: changedAttributes(pageAttributes(before), pageAttributes(after)), moved }
}

const sideOf = (differences: Difference[], side: (difference: Difference) => PageEntry | undefined) =>
  new Map(
    differences.flatMap((difference): [string, PageEntry][] => {
      const page = side(difference)
      return page ? [[difference.id, page]] : []
    }),
  )

function inOrder(places: Map<string, Place>, differences: Difference[]): Difference[] {
  const orderOf = ({ id }: Difference) => places.get(id)?.order ?? ''
  return differences.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
}

function show(places: Map<string, Place>, id: string) {
  const place = places.get(id)
  if (!place) throw new Error(`Page ${id} changed without a place`)
  const { page, path } = place
  return { id, type: page.type, title: page.title, ...(page.type !== 'link' && { path }) }
}

function showEdit(page: ReturnType<typeof show>, edited: NonNullable<Difference['edited']>, view: View) {
  return {
    type: 'page_edited' as const,
    page,
    attributes: showingDocuments(edited, { kind: 'page', id: page.id }, view),
  }
}

function showMove({ id, before, after }: Difference, then: Map<string, Place>, now: Map<string, Place>) {
  const [was, is] = [before?.parent ?? null, after?.parent ?? null]
  return {
    type: 'page_moved' as const,
    page: show(now, id),
    parent: { ...(was !== null && { before: show(then, was) }), ...(is !== null && { after: show(now, is) }) },
  }
}
