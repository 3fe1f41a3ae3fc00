import type { RevisionDraft } from '../revisions/draft.ts'
import { childKey, type Roots } from '../revisions/entries.ts'
import { orderBehind } from '../revisions/positions.ts'
import type { Storage } from '../revisions/storage.ts'
import { getMany } from '../trees/read.ts'
import { inTurns } from '../turns.ts'
import { landmarks, type PlacedPage } from './landmarks.ts'

/**
 * Puts pages of the change request, already in the draft, where it had them: behind the nearest sibling that both sides
 * left in its place. Usually their order keys put them there already. Where one side chose keys anew around them,
 * because keys grew too long, they get other keys.
 */
export async function settlePlaces(
  storage: Storage,
  draft: RevisionDraft,
  theirs: Roots,
  ids: readonly string[],
): Promise<void> {
  const placed = await placedByThem(storage, draft, theirs, ids)
  const before = await landmarks(storage, draft, theirs, placed, -1)
  const behind = await landmarks(storage, draft, theirs, placed, 1)
  const isAmongNewKeys = ({ id }: PlacedPage) => before.get(id)?.isRekeyed || behind.get(id)?.isRekeyed
  const turn = inTurns()
  for (const [parent, pages] of Map.groupBy(placed, ({ page }) => page.parent)) {
    if (!pages.some(isAmongNewKeys)) continue
    for (const { id, page } of pages) draft.children.remove(childKey(id, page))
    for (const { id, page } of pages) {
      const order = await orderBehind(draft, parent, await standing(before.get(id)?.id), page.order)
      draft.children.set(childKey(id, page), id)
      draft.rekey(id, page, order)
      await turn()
    }
  }

  /** A landmark with its present order key, which is another one where the landmark itself was put anew. */
  async function standing(id: string | undefined): Promise<{ id: string; order: string } | null> {
    const page = id === undefined ? undefined : await draft.pages.get(id)
    return id === undefined || !page ? null : { id, order: page.order }
  }
}

/** The pages that have the change request's order keys in the draft, in its order. */
async function placedByThem(
  { nodes }: Storage,
  draft: RevisionDraft,
  theirs: Roots,
  ids: readonly string[],
): Promise<PlacedPage[]> {
  const [there, here] = [await getMany(nodes, theirs.pages, ids), await draft.pages.getMany(ids)]
  const found = ids.flatMap((id): [string, PlacedPage][] => {
    const [wished, page] = [there.get(id), here.get(id)]
    const isThere = wished && page?.parent === wished.parent && page.order === wished.order
    return isThere ? [[childKey(id, page), { id, page }]] : []
  })
  return found.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one)
}
