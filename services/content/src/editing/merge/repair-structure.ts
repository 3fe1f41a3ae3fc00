import { maxDepth } from '../../storage/revisions/page-hierarchy.ts'
import { type Conflict, type PageEntry, putAt } from '../../storage/revisions/revision-entries.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { yieldEvery } from '../../storage/yield-every.ts'
import { addConflicts, deletedByChangeRequest, deletedByMain, type MergePlan, type MergeSides } from './merge-plan.ts'
import { PlannedTree } from './planned-tree.ts'

/** After this many rounds of undoing invalid moves, all remaining moves are undone together. */
const maxRounds = 8

/**
 * Makes the planned pages a valid tree: every parent exists, and no page is below itself or too deep. Reads all
 * relevant pages at once, and visits each a bounded number of times.
 */
export async function repairStructure(storage: Storage, sides: MergeSides, plan: MergePlan): Promise<void> {
  const tree = new PlannedTree(storage, sides, plan)
  const turn = yieldEvery()

  /** Restores a parent that one side deleted while the other side has a page below it. */
  function restore(missing: string | null): void {
    for (let id = missing; id !== null; ) {
      if (tree.page(id)) return
      const main = tree.inOurs(id)
      const page: PageEntry | undefined = main ?? tree.inTheirs(id)
      if (!page) throw new Error(`Page ${id} is on neither side of the merge`)
      tree.put(id, page)
      addConflicts(plan, id, [main ? deletedByChangeRequest : deletedByMain])
      id = page.parent
    }
  }

  async function restoreParents(): Promise<void> {
    for (const [id, page] of sorted(plan)) {
      if (page) restore(page.parent)
      else if (tree.remainingChildren(id).length > 0) restore(id)
      await turn()
    }
  }

  function misplaced(id: string): boolean {
    const above = tree.above(id)
    if (above.includes(id)) return true
    const levels = maxDepth - above.length
    return levels < 1 || tree.height(id, levels) >= levels
  }

  /** Returns the pages that both sides have, under different parents. */
  const moved = () => [...plan.pages].filter(([id, page]) => page && (tree.inOurs(id) ?? page).parent !== page.parent)

  /** Undoes moves that create a cycle or nest too deep; the position on the main side stays. */
  async function undoMoves(areAllUndone: boolean): Promise<boolean> {
    let undone = false
    const ids = moved().map(([id]) => id)
    await tree.readBeneath(ids, true)
    for (const id of ids.sort()) {
      await turn()
      const [page, before] = [tree.page(id), tree.inOurs(id)]
      if (!page || !before || !(areAllUndone || misplaced(id))) continue
      move(id, putAt(page, before.parent, before.order, before.placed), page)
      undone = true
    }
    return undone
  }

  /**
   * Moves new pages of the change request that are too deep to the top level. Without moves left to undo, only such
   * pages can be too deep, below pages that the main side moved. The uppermost new page moves with its descendants.
   */
  async function liftPages(): Promise<void> {
    const added = new Set([...plan.pages.keys()].filter((id) => !tree.inOurs(id)))
    for (const id of [...added].sort()) {
      await turn()
      const path = [id, ...tree.above(id)]
      if (path.length <= maxDepth) continue
      const uppermost = path[path.findIndex((one) => !added.has(one)) - 1]
      const page = uppermost === undefined ? undefined : plan.pages.get(uppermost)
      if (uppermost !== undefined && page) move(uppermost, putAt(page, null, page.order), page)
    }
  }

  function move(id: string, page: PageEntry, requested: PageEntry): void {
    tree.put(id, page)
    const conflict: Conflict = { kind: 'parent', main: page.parent, changeRequest: requested.parent }
    addConflicts(plan, id, [conflict])
  }

  await tree.readAbove()
  await tree.readBeneath(deletedIn(plan), false)
  let rounds = 0
  do await restoreParents()
  while (await undoMoves(++rounds > maxRounds))
  await liftPages()
}

const deletedIn = (plan: MergePlan) => [...plan.pages].flatMap(([id, page]) => (page ? [] : [id]))
const sorted = (plan: MergePlan) => [...plan.pages].sort(([one], [other]) => (one < other ? -1 : 1))
