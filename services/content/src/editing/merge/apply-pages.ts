import { orderKeyAfter } from '../../storage/revisions/order-keys.ts'
import { type RevisionDraft, samePosition } from '../../storage/revisions/revision-draft.ts'
import {
  childKey,
  childrenPrefix,
  type PageEntry,
  positionKey,
  type Roots,
  slugKey,
} from '../../storage/revisions/revision-entries.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { getMany, ranks, slices, spansOf } from '../../storage/trees/tree-reads.ts'
import { yieldEvery } from '../../storage/yield-every.ts'
import type { MergePlan } from './merge-plan.ts'

/**
 * Applies the planned pages to the draft of the main side. Pages with the slug of the main side keep it; the others
 * choose in the order of their ids.
 */
export async function applyPages(
  storage: Storage,
  draft: RevisionDraft,
  theirs: Roots,
  { pages }: MergePlan,
): Promise<void> {
  const attached: { id: string; page: PageEntry; keepsSlug: boolean; isPositioned: boolean }[] = []
  const turn = yieldEvery()
  for (const [id, { entry: page, ours, theirs: requested }] of pages) {
    if (page && ours && samePosition(ours, page)) {
      draft.pages.set(id, page)
      continue
    }
    if (ours) draft.detach(id, ours)
    if (!page) continue
    const keepsSlug = ours?.parent === page.parent && ours.slug === page.slug
    const isPositioned = requested?.parent === page.parent && requested.order === page.order
    attached.push({ id, page, keepsSlug, isPositioned })
  }
  attached.sort((one, other) => Number(other.keepsSlug) - Number(one.keepsSlug) || (one.id < other.id ? -1 : 1))
  await draft.slugs.readAhead(attached.map(({ page }) => slugKey(page)))
  const positioned: PositionedPage[] = []
  for (const { id, page, isPositioned } of attached) {
    const written = await draft.attach(id, page)
    if (isPositioned) positioned.push({ id, page: written })
    await turn()
  }
  await restorePositions(storage, draft, theirs, positioned)
}

/** A page of the draft that has the change request's order key. */
interface PositionedPage {
  id: string
  page: PageEntry
}

/**
 * Gives pages of the change request, already in the draft, their positions there: after the nearest sibling that
 * neither side moved. Their order keys usually lead to these positions already. If one side reassigned keys around the
 * pages, because keys grew too long, the pages get other keys.
 */
async function restorePositions(
  storage: Storage,
  draft: RevisionDraft,
  theirs: Roots,
  positioned: PositionedPage[],
): Promise<void> {
  const keyOf = ({ id, page }: PositionedPage) => childKey(id, page)
  positioned.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  const { preceding, following } = await findLandmarks(storage, draft, theirs, positioned)
  const isAmongNewKeys = ({ id }: PositionedPage) => preceding.get(id)?.isRekeyed || following.get(id)?.isRekeyed
  const turn = yieldEvery()
  for (const [parent, pages] of Map.groupBy(positioned, ({ page }) => page.parent)) {
    if (!pages.some(isAmongNewKeys)) continue
    for (const { id, page } of pages) draft.children.remove(childKey(id, page))
    for (const { id, page } of pages) {
      const order = await orderKeyAfter(draft, parent, await currentOrder(preceding.get(id)?.id), page.order)
      draft.children.set(childKey(id, page), id)
      draft.rekey(id, page, order)
      await turn()
    }
  }

  /** Returns a landmark with its current order key, which differs if the landmark itself was attached again. */
  async function currentOrder(id: string | undefined): Promise<{ id: string; order: string } | null> {
    const page = id === undefined ? undefined : await draft.pages.get(id)
    return id === undefined || !page ? null : { id, order: page.order }
  }
}

/** A sibling at the same position on both sides. `isRekeyed` is true if its order key was reassigned since. */
interface Landmark {
  id: string
  isRekeyed: boolean
}

/** The landmarks of pages by the pages' ids. */
interface Landmarks {
  preceding: Map<string, Landmark>
  following: Map<string, Landmark>
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
 * Finds, for each page of the change request, the nearest siblings before and after it that have the same position in
 * the change request and in the draft. Reads for all pages at once, and per page about as many siblings as there are
 * between it and its landmarks.
 */
async function findLandmarks(
  { nodes }: Storage,
  draft: RevisionDraft,
  theirs: Roots,
  pages: readonly PositionedPage[],
): Promise<Landmarks> {
  const keys = pages.map(({ id, page }) => childKey(id, page))
  const parents = [...new Set(pages.map(({ page }) => page.parent))]
  const positions = await ranks(nodes, theirs.children, keys)
  const spans = await spansOf(nodes, theirs.children, parents.map(childrenPrefix))
  const spanOf = new Map(parents.map((parent, index) => [parent, spans[index]]))
  const siblings = pages.map(({ id, page }, index) => {
    const own = positions.get(keys[index] ?? '') ?? 0
    const [from = own, to = own] = spanOf.get(page.parent) ?? []
    return { id, from, own, to }
  })
  return {
    preceding: await search(
      siblings.map(({ id, from, own }) => ({ id, from, to: own })),
      -1,
    ),
    following: await search(
      siblings.map(({ id, own, to }) => ({ id, from: own + 1, to })),
      1,
    ),
  }

  /** Searches from the end of each range (`step` -1) or from its beginning (1), twice as far each time. */
  async function search(searches: Search[], step: -1 | 1): Promise<Map<string, Landmark>> {
    const found = new Map<string, Landmark>()
    let open = searches
    for (let reach = 1; open.length > 0; reach *= 2) {
      const near = await slices(
        nodes,
        theirs.children,
        open.map(({ from, to }) => (step < 0 ? [Math.max(from, to - reach), to] : [from, Math.min(to, from + reach)])),
      )
      const siblings = near.map((some) => (step < 0 ? some.reverse() : some).map(([, id]) => id))
      const landmarks = await landmarksAmong([...new Set(siblings.flat())])
      open = open.filter(({ id }, at) => {
        const landmark = siblings[at]?.map((sibling) => landmarks.get(sibling)).find((one) => one !== undefined)
        if (landmark) found.set(id, landmark)
        return !landmark
      })
      open = open
        .map((one) => (step < 0 ? { ...one, to: one.to - reach } : { ...one, from: one.from + reach }))
        .filter(({ from, to }) => from < to)
    }
    return found
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
