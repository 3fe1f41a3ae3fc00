import type { RevisionDraft } from '../revisions/draft.ts'
import { childKey, childrenPrefix, type PageEntry, placeKey, type Roots } from '../revisions/entries.ts'
import type { Storage } from '../revisions/storage.ts'
import { getMany, ranks, slices, spansOf } from '../trees/read.ts'

export interface PlacedPage {
  id: string
  page: PageEntry
}

/** A sibling that is in the same place on both sides; whether its order key was chosen anew since. */
interface Landmark {
  id: string
  isRekeyed: boolean
}

/** How far the search for a page's landmark has come, in positions among all places of the change request. */
interface Search {
  id: string
  from: number
  to: number
}

/**
 * For each page, as the change request has it, the nearest sibling before it (`step` -1) or behind it (1) that lies in
 * the same place in the change request and in the draft, if there is one. It reads for all pages at once, and about as
 * many siblings as lie between a page and its landmark.
 */
export async function landmarks(
  { nodes }: Storage,
  draft: RevisionDraft,
  theirs: Roots,
  pages: readonly PlacedPage[],
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
    const places = await placesOf([...new Set(siblings.flat())])
    searches = searches.filter(({ id }, at) => {
      const landmark = siblings[at]?.map((sibling) => places.get(sibling)).find((place) => place !== undefined)
      if (landmark) found.set(id, landmark)
      return !landmark
    })
    searches = searches.map((search) => behind(search, reach)).filter(({ from, to }) => from < to)
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

  function behind(search: Search, reach: number): Search {
    return step < 0 ? { ...search, to: search.to - reach } : { ...search, from: search.from + reach }
  }

  async function placesOf(ids: string[]): Promise<Map<string, Landmark>> {
    const [there, here] = [await getMany(nodes, theirs.pages, ids), await draft.pages.getMany(ids)]
    return new Map(
      ids.flatMap((id): [string, Landmark][] => {
        const [wished, page] = [there.get(id), here.get(id)]
        if (!wished || !page || page.parent !== wished.parent || placeKey(page) !== placeKey(wished)) return []
        return [[id, { id, isRekeyed: page.order !== wished.order }]]
      }),
    )
  }
}
