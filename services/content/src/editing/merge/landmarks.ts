import type { RevisionDraft } from '../../storage/revisions/revision-draft.ts'
import {
  childKey,
  childrenPrefix,
  type PageEntry,
  positionKey,
  type Roots,
} from '../../storage/revisions/revision-entries.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { getMany, ranks, slices, spansOf } from '../../storage/trees/tree-reads.ts'

export interface PositionedPage {
  id: string
  page: PageEntry
}

/** A sibling at the same position on both sides. `isRekeyed` is true if its order key was reassigned since. */
interface Landmark {
  id: string
  isRekeyed: boolean
}

/**
 * Progress of the search for a page's landmark: the range of positions in the change request's `children` map left to
 * search.
 */
interface Search {
  id: string
  from: number
  to: number
}

/**
 * Returns, for each page of the change request, the nearest sibling before it (`step` -1) or after it (1) that has the
 * same position in the change request and in the draft, if any. Reads for all pages at once, and per page about as many
 * siblings as there are between it and its landmark.
 */
export async function landmarks(
  { nodes }: Storage,
  draft: RevisionDraft,
  theirs: Roots,
  pages: readonly PositionedPage[],
  step: -1 | 1,
): Promise<Map<string, Landmark>> {
  const found = new Map<string, Landmark>()
  let searches = await begin()
  for (let reach = 1; searches.length > 0; reach *= 2) {
    const near = await slices(
      nodes,
      theirs.children,
      searches.map((search) => within(search, reach)),
    )
    const siblings = near.map((some) => (step < 0 ? some.reverse() : some).map(([, id]) => id))
    const landmarks = await landmarksAmong([...new Set(siblings.flat())])
    searches = searches.filter(({ id }, at) => {
      const landmark = siblings[at]?.map((sibling) => landmarks.get(sibling)).find((one) => one !== undefined)
      if (landmark) found.set(id, landmark)
      return !landmark
    })
    searches = searches.map((search) => beyond(search, reach)).filter(({ from, to }) => from < to)
  }
  return found

  async function begin(): Promise<Search[]> {
    const keys = pages.map(({ id, page }) => childKey(id, page))
    const parents = [...new Set(pages.map(({ page }) => page.parent))]
    const at = await ranks(nodes, theirs.children, keys)
    const spans = await spansOf(nodes, theirs.children, parents.map(childrenPrefix))
    const spanOf = new Map(parents.map((parent, index) => [parent, spans[index]]))
    return pages.map(({ id, page }, index) => {
      const own = at.get(keys[index] ?? '') ?? 0
      const [from = own, to = own] = spanOf.get(page.parent) ?? []
      return step < 0 ? { id, from, to: own } : { id, from: own + 1, to }
    })
  }

  function within({ from, to }: Search, reach: number): [number, number] {
    return step < 0 ? [Math.max(from, to - reach), to] : [from, Math.min(to, from + reach)]
  }

  function beyond(search: Search, reach: number): Search {
    return step < 0 ? { ...search, to: search.to - reach } : { ...search, from: search.from + reach }
  }

  async function landmarksAmong(ids: string[]): Promise<Map<string, Landmark>> {
    const [there, here] = [await getMany(nodes, theirs.pages, ids), await draft.pages.getMany(ids)]
    return new Map(
      ids.flatMap((id): [string, Landmark][] => {
        const [theirPage, page] = [there.get(id), here.get(id)]
        if (!theirPage || !page || page.parent !== theirPage.parent || positionKey(page) !== positionKey(theirPage))
          return []
        return [[id, { id, isRekeyed: page.order !== theirPage.order }]]
      }),
    )
  }
}
