import { type Conflict, type PageEntry, putAt, type Roots } from '../revisions/entries.ts'
import type { Storage } from '../revisions/storage.ts'
import { maxDepth } from '../revisions/structure.ts'
import { get, getMany } from '../trees/read.ts'
import { addConflicts, deletedByChangeRequest, deletedByMain, type Plan } from './plan.ts'
import { plannedTree } from './planned-tree.ts'

/** Makes the planned pages a tree again: every page's parent exists, none lies beneath itself, none too deep. */
export async function repairStructure(storage: Storage, ours: Roots, theirs: Roots, plan: Plan): Promise<void> {
  const tree = plannedTree(storage, ours, plan)
  const inOurs = (id: string) => get(storage.nodes, ours.pages, id)

  /** A parent that one side deleted comes back for the sake of the page beneath it. */
  async function restore(missing: string | null): Promise<void> {
    for (let id = missing; id !== null; ) {
      if (await tree.page(id)) return
      const kept = await inOurs(id)
      const page: PageEntry | undefined = kept ?? (await get(storage.nodes, theirs.pages, id))
      if (!page) throw new Error(`Page ${id} is on neither side of the merge`)
      plan.pages.set(id, page)
      addConflicts(plan, id, [kept ? deletedByChangeRequest : deletedByMain])
      id = page.parent
    }
  }

  async function restoreParents(): Promise<void> {
    for (const [id, page] of sorted(plan)) {
      if (page) await restore(page.parent)
      else if ((await tree.keptChildren(id)).length > 0) await restore(id)
    }
  }

  async function misplaced(id: string): Promise<boolean> {
    const above = await tree.above(id)
    if (above.includes(id)) return true
    const room = maxDepth - above.length
    return room < 1 || (await tree.height(id, room)) >= room
  }

  /** Two moves that close a circle, or nest too deep: the main side's place stays. */
  async function undoMoves(): Promise<boolean> {
    let undone = false
    const main = await getMany(storage.nodes, ours.pages, plan.pages.keys())
    for (const [id, page] of sorted(plan)) {
      const before = main.get(id)
      if (!page || !before || before.parent === page.parent || !(await misplaced(id))) continue
      move(id, putAt(page, before.parent, before.order, before.placed), page)
      undone = true
    }
    return undone
  }

  /**
   * With no move left to undo, what lies too deep is new pages of the change request beneath pages that the main side
   * moved: the uppermost of them goes to the top, and takes the others along.
   */
  async function liftPages(): Promise<void> {
    const main = await getMany(storage.nodes, ours.pages, plan.pages.keys())
    const added = new Set([...plan.pages.keys()].filter((id) => !main.has(id)))
    for (const id of [...added].sort()) {
      const line = [id, ...(await tree.above(id))]
      if (line.length <= maxDepth) continue
      const uppermost = line[line.findIndex((one) => !added.has(one)) - 1]
      const page = uppermost === undefined ? undefined : plan.pages.get(uppermost)
      if (uppermost !== undefined && page) move(uppermost, putAt(page, null, page.order), page)
    }
  }

  function move(id: string, page: PageEntry, wished: PageEntry): void {
    plan.pages.set(id, page)
    const conflict: Conflict = { kind: 'parent', main: page.parent, changeRequest: wished.parent }
    addConflicts(plan, id, [conflict])
  }

  do await restoreParents()
  while (await undoMoves())
  await liftPages()
}

const sorted = (plan: Plan) => [...plan.pages].sort(([one], [other]) => (one < other ? -1 : 1))
