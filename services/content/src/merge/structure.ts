import { childrenPrefix, type PageEntry, type Roots } from '../revisions/entries.ts'
import type { Storage } from '../revisions/storage.ts'
import { maxDepth } from '../revisions/structure.ts'
import { get, range } from '../trees/read.ts'
import { addConflicts, deletedByChangeRequest, deletedByMain, type Plan } from './plan.ts'

/** Makes the planned pages a tree again: every page's parent exists, and none lies beneath itself. */
export async function repairStructure({ nodes }: Storage, ours: Roots, theirs: Roots, plan: Plan): Promise<void> {
  const inOurs = (id: string) => get(nodes, ours.pages, id)
  const planned = async (id: string) => (plan.pages.has(id) ? plan.pages.get(id) : await inOurs(id)) ?? undefined

  /** A parent that one side deleted comes back for the sake of the page beneath it. */
  async function restore(missing: string | null): Promise<void> {
    for (let id = missing; id !== null; ) {
      if (await planned(id)) return
      const kept = await inOurs(id)
      const page: PageEntry | undefined = kept ?? (await get(nodes, theirs.pages, id))
      if (!page) throw new Error(`Page ${id} is on neither side of the merge`)
      plan.pages.set(id, page)
      addConflicts(plan, id, [kept ? deletedByChangeRequest : deletedByMain])
      id = page.parent
    }
  }

  async function restoreParents(): Promise<void> {
    for (const [id, page] of sorted(plan)) {
      if (page) await restore(page.parent)
      else if (await hasChildren(id)) await restore(id)
    }
  }

  async function hasChildren(id: string): Promise<boolean> {
    for (const [, child] of await range(nodes, ours.children, childrenPrefix(id)))
      if ((await planned(child))?.parent === id) return true
    return false
  }

  async function misplaced(page: PageEntry, id: string): Promise<boolean> {
    const above = new Set<string>()
    for (let parent = page.parent; parent !== null; parent = (await planned(parent))?.parent ?? null) {
      if (parent === id) return true
      if (above.has(parent)) return false
      above.add(parent)
    }
    return above.size >= maxDepth
  }

  /** Two moves that close a circle, or nest too deep: the main side's place stays. */
  async function undoCircles(): Promise<boolean> {
    let undone = false
    for (const [id, page] of sorted(plan)) {
      const main = page && (await inOurs(id))
      if (!main || main.parent === page.parent || !(await misplaced(page, id))) continue
      plan.pages.set(id, { ...page, parent: main.parent, order: main.order })
      addConflicts(plan, id, [{ kind: 'parent', main: main.parent, changeRequest: page.parent }])
      undone = true
    }
    return undone
  }

  do await restoreParents()
  while (await undoCircles())
}

const sorted = (plan: Plan) => [...plan.pages].sort(([one], [other]) => (one < other ? -1 : 1))
