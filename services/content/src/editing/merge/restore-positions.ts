import { orderKeyAfter } from '../../storage/revisions/order-keys.ts'
import type { RevisionDraft } from '../../storage/revisions/revision-draft.ts'
import { childKey, type Roots } from '../../storage/revisions/revision-entries.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { getMany } from '../../storage/trees/tree-reads.ts'
import { yieldEvery } from '../../storage/yield-every.ts'
import { landmarks, type PositionedPage } from './landmarks.ts'

/**
 * Gives pages of the change request, already in the draft, their positions there: after the nearest sibling that
 * neither side moved. Their order keys usually lead to these positions already. If one side reassigned keys around the
 * pages, because keys grew too long, the pages get other keys.
 */
export async function restorePositions(
  storage: Storage,
  draft: RevisionDraft,
  theirs: Roots,
  ids: readonly string[],
): Promise<void> {
  const positioned = await positionedByChangeRequest(storage, draft, theirs, ids)
  const preceding = await landmarks(storage, draft, theirs, positioned, -1)
  const following = await landmarks(storage, draft, theirs, positioned, 1)
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

/** Returns the pages with the change request's order keys in the draft, in its order. */
async function positionedByChangeRequest(
  { nodes }: Storage,
  draft: RevisionDraft,
  theirs: Roots,
  ids: readonly string[],
): Promise<PositionedPage[]> {
  const [there, here] = [await getMany(nodes, theirs.pages, ids), await draft.pages.getMany(ids)]
  const found = ids.flatMap((id): [string, PositionedPage][] => {
    const [theirPage, page] = [there.get(id), here.get(id)]
    const isThere = theirPage && page?.parent === theirPage.parent && page.order === theirPage.order
    return isThere ? [[childKey(id, page), { id, page }]] : []
  })
  return found.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one)
}
