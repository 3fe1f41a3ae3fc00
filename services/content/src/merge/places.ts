import type { RevisionDraft } from '../revisions/draft.ts'
import { childKey, childrenPrefix, type PageEntry, placeKey, type Roots } from '../revisions/entries.ts'
import { orderBehind } from '../revisions/positions.ts'
import type { Storage } from '../revisions/storage.ts'
import { getMany, rank, slice, span } from '../trees/read.ts'

interface Placed {
  id: string
  page: PageEntry
}

/**
 * Puts pages of the change request, already in the draft, where it had them: behind the nearest sibling that both sides
 * left in its place. Their order keys say so by themselves unless one side chose keys anew around them, for keys that
 * grew too long; then they get others. Costs a few reads a page.
 */
export async function settlePlaces(
  { nodes }: Storage,
  draft: RevisionDraft,
  theirs: Roots,
  ids: readonly string[],
): Promise<void> {
  for (const [parent, pages] of Map.groupBy(await placedByThem(), ({ page }) => page.parent)) {
    if (!(await isAmongNewKeys(pages))) continue
    const [from] = await span(nodes, theirs.children, childrenPrefix(parent))
    for (const { id, page } of pages) draft.children.remove(childKey(id, page))
    for (const { id, page } of pages) {
      const order = await orderBehind(draft, parent, await landmark(id, page, -1, from), page.order)
      draft.children.set(childKey(id, page), id)
      draft.rekey(id, page, order)
    }
  }

  /** Those that lie in the draft at the keys the change request gave them, in its order. */
  async function placedByThem(): Promise<Placed[]> {
    const [there, here] = [await getMany(nodes, theirs.pages, ids), await draft.pages.getMany(ids)]
    const found = ids.flatMap((id): Placed[] => {
      const [wished, page] = [there.get(id), here.get(id)]
      return wished && page?.parent === wished.parent && page.order === wished.order ? [{ id, page }] : []
    })
    const key = ({ id, page }: Placed) => childKey(id, page)
    return found.sort((one, other) => (key(one) < key(other) ? -1 : 1))
  }

  async function isAmongNewKeys(pages: Placed[]): Promise<boolean> {
    const [from, to] = await span(nodes, theirs.children, childrenPrefix(pages[0]?.page.parent ?? null))
    for (const { id, page } of pages)
      for (const [step, end] of [
        [-1, from],
        [1, to - 1],
      ] as const)
        if ((await landmark(id, page, step, end))?.isRekeyed) return true
    return false
  }

  /** The nearest of their siblings, as far as position `end`, that is in the same place in the draft; null for none. */
  async function landmark(id: string, page: PageEntry, step: 1 | -1, end: number) {
    const start = await rank(nodes, theirs.children, childKey(id, page))
    for (let at = start + step; (end - at) * step >= 0; at += step) {
      const sibling = (await slice(nodes, theirs.children, at, at + 1))[0]?.[1] ?? ''
      const there = (await getMany(nodes, theirs.pages, [sibling])).get(sibling)
      const here = await draft.pages.get(sibling)
      if (there && here && here.parent === there.parent && placeKey(here) === placeKey(there))
        return { id: sibling, order: here.order, isRekeyed: here.order !== there.order }
    }
    return null
  }
}
