import { type Conflict, type PageEntry, putAt } from '../revisions/entries.ts'
import type { Storage } from '../revisions/storage.ts'
import { maxDepth } from '../revisions/structure.ts'
import { inTurns } from '../turns.ts'
import { addConflicts, deletedByChangeRequest, deletedByMain, type MergeSides, type Plan } from './plan.ts'
import { PlannedTree } from './planned-tree.ts'

/** After this many rounds of undoing moves that break the tree, all remaining moves are undone together. */
const mostRounds = 8

/**
 * Makes the planned pages a tree again: every page's parent exists, none lies beneath itself, none too deep. Reads all
 * pages that matter at once, and looks at each a bounded number of times.
 */
export async function repairStructure(storage: Storage, sides: MergeSides, plan: Plan): Promise<void> {
  const tree = new PlannedTree(storage, sides, plan)
  const turn = inTurns()

  /** A parent that one side deleted comes back for the sake of the page beneath it. */
  function restore(missing: string | null): void {
    for (let id = missing; id !== null; ) {
      if (tree.page(id)) return
      const kept = tree.inOurs(id)
      const page: PageEntry | undefined = kept ?? tree.inTheirs(id)
      if (!page) throw new Error(`Page ${id} is on neither side of the merge`)
      tree.put(id, page)
      addConflicts(plan, id, [kept ? deletedByChangeRequest : deletedByMain])
      id = page.parent
    }
  }

  async function restoreParents(): Promise<void> {
    for (const [id, page] of sorted(plan)) {
      if (page) restore(page.parent)
      else if (tree.keptChildren(id).length > 0) restore(id)
      await turn()
    }
  }

  function misplaced(id: string): boolean {
    const above = tree.above(id)
    if (above.includes(id)) return true
    const room = maxDepth - above.length
    return room < 1 || tree.height(id, room) >= room
  }

  /** The pages that both sides have, beneath different parents. */
  const moved = () => [...plan.pages].filter(([id, page]) => page && (tree.inOurs(id) ?? page).parent !== page.parent)

  /** Two moves that close a circle, or nest too deep: the main side's place stays. */
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
   * With no move left to undo, only new pages of the change request can lie too deep, beneath pages that the main side
   * moved. The uppermost of them goes to the top and takes the others along.
   */
  async function liftPages(): Promise<void> {
    const added = new Set([...plan.pages.keys()].filter((id) => !tree.inOurs(id)))
    for (const id of [...added].sort()) {
      await turn()
      const line = [id, ...tree.above(id)]
      if (line.length <= maxDepth) continue
      const uppermost = line[line.findIndex((one) => !added.has(one)) - 1]
      const page = uppermost === undefined ? undefined : plan.pages.get(uppermost)
      if (uppermost !== undefined && page) move(uppermost, putAt(page, null, page.order), page)
    }
  }

  function move(id: string, page: PageEntry, wished: PageEntry): void {
    tree.put(id, page)
    const conflict: Conflict = { kind: 'parent', main: page.parent, changeRequest: wished.parent }
    addConflicts(plan, id, [conflict])
  }

  await tree.readAbove()
  await tree.readBeneath(deletedIn(plan), false)
  let rounds = 0
  do await restoreParents()
  while (await undoMoves(++rounds > mostRounds))
  await liftPages()
}

const deletedIn = (plan: Plan) => [...plan.pages].flatMap(([id, page]) => (page ? [] : [id]))
const sorted = (plan: Plan) => [...plan.pages].sort(([one], [other]) => (one < other ? -1 : 1))
