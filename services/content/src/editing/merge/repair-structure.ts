import { maxDepth } from '../../storage/revisions/page-hierarchy.ts'
import { type Conflict, childrenPrefix, type PageEntry, putAt } from '../../storage/revisions/revision-entries.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { getMany, ranges } from '../../storage/trees/tree-reads.ts'
import { yieldEvery } from '../../storage/yield-every.ts'
import {
  deletedByChangeRequest,
  deletedByMain,
  type MergePlan,
  type MergeSides,
  type PlannedEntry,
  withConflicts,
} from './merge-plan.ts'

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
      const page = main ?? tree.inTheirs(id)
      if (!page) throw new Error(`Page ${id} is on neither side of the merge`)
      tree.put(id, page, main ? deletedByChangeRequest : deletedByMain)
      id = page.parent
    }
  }

  async function restoreParents(): Promise<void> {
    for (const [id, { entry }] of sorted(plan)) {
      if (entry) restore(entry.parent)
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

  /** Undoes moves that create a cycle or nest too deep; the position on the main side stays. */
  async function undoMoves(areAllUndone: boolean): Promise<boolean> {
    let undone = false
    const ids = movedIn(plan)
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
      const page = uppermost === undefined ? undefined : tree.page(uppermost)
      if (uppermost !== undefined && page) move(uppermost, putAt(page, null, page.order), page)
    }
  }

  function move(id: string, page: PageEntry, requested: PageEntry): void {
    tree.put(id, page, { kind: 'parent', main: page.parent, changeRequest: requested.parent })
  }

  await tree.readAbove()
  await tree.readBeneath(deletedIn(plan), false)
  let rounds = 0
  do await restoreParents()
  while (await undoMoves(++rounds > maxRounds))
  await liftPages()
}

const sorted = ({ pages }: MergePlan) => [...pages].sort(([one], [other]) => (one < other ? -1 : 1))

const deletedIn = ({ pages }: MergePlan) => [...pages].flatMap(([id, { entry }]) => (entry ? [] : [id]))

/** Returns the pages that are under another parent than on the main side. */
const movedIn = ({ pages }: MergePlan) =>
  [...pages].flatMap(([id, { entry, ours }]) => (entry && ours && entry.parent !== ours.parent ? [id] : []))

type SidesOfPage = Pick<PlannedEntry<PageEntry>, 'ours' | 'theirs'>

/**
 * The page tree after a plan is applied to the main side. The pages must be read first, all at once (`readAbove`,
 * `readBeneath`); after that only `put` may change the plan's pages.
 */
class PlannedTree {
  readonly #nodes: Storage['nodes']
  readonly #sides: MergeSides
  readonly #plan: MergePlan
  /** Pages besides the planned ones. The change request's state is read only if the main side lacks the page. */
  readonly #read = new Map<string, SidesOfPage>()
  /** Children of a page on the main side. */
  readonly #children = new Map<string, string[]>()
  /** Planned children of a page. */
  readonly #planned = new Map<string | null, Set<string>>()

  constructor({ nodes }: Storage, sides: MergeSides, plan: MergePlan) {
    this.#nodes = nodes
    this.#sides = sides
    this.#plan = plan
    for (const [id, { entry }] of plan.pages) if (entry) this.#addPlanned(entry.parent, id)
  }

  /** Reads the ancestors of the planned pages from the main side, or from the other side if main lacks them. */
  async readAbove(): Promise<void> {
    const { ours, theirs } = this.#sides
    const planned = [...this.#plan.pages.values()]
    let parents = planned.flatMap(({ entry, ours, theirs }) => [entry?.parent, (ours ?? theirs)?.parent])
    for (let ids = this.#unread(parents); ids.length > 0; ids = this.#unread(parents)) {
      const main = await getMany(this.#nodes, ours.pages, ids)
      const missing = ids.filter((id) => !main.has(id))
      const other = await getMany(this.#nodes, theirs.pages, missing)
      for (const id of ids) this.#read.set(id, { ours: main.get(id), theirs: other.get(id) })
      parents = [...main.values(), ...other.values()].map(({ parent }) => parent)
    }
  }

  /** Reads the children of pages, a generation at a time and each once; with `deep`, all descendants. */
  async readBeneath(ids: Iterable<string>, deep: boolean): Promise<void> {
    const seen = new Set<string>()
    for (let generation = [...new Set(ids)]; generation.length > 0; ) {
      for (const id of generation) seen.add(id)
      await this.#readChildren(generation.filter((id) => !this.#children.has(id)))
      const below = generation.flatMap((id) => [...(this.#planned.get(id) ?? []), ...(this.#children.get(id) ?? [])])
      generation = deep ? [...new Set(below)].filter((id) => !seen.has(id)) : []
    }
  }

  /** Returns a page as it is on the main side. */
  inOurs(id: string): PageEntry | undefined {
    return this.#sidesOf(id)?.ours
  }

  /** Returns a page as the change request has it, if it is planned or the main side does not have it. */
  inTheirs(id: string): PageEntry | undefined {
    return this.#sidesOf(id)?.theirs
  }

  /** Returns a page as planned; undefined if it will not exist. */
  page(id: string): PageEntry | undefined {
    const planned = this.#plan.pages.get(id)
    return (planned ? planned.entry : this.#read.get(id)?.ours) ?? undefined
  }

  /** Plans a page, with a conflict that replaces one of the same kind. */
  put(id: string, page: PageEntry, conflict: Conflict): void {
    const planned = this.#plan.pages.get(id)
    this.#planned.get(planned?.entry?.parent ?? null)?.delete(id)
    const conflicts = withConflicts(planned?.conflicts ?? [], [conflict])
    this.#plan.pages.set(id, { entry: page, conflicts, ours: this.inOurs(id), theirs: this.inTheirs(id) })
    this.#addPlanned(page.parent, id)
  }

  /** Returns the children of a page on the main side that will remain its children. */
  remainingChildren(id: string): string[] {
    const { pages } = this.#plan
    return (this.#children.get(id) ?? []).filter((child) => !pages.has(child) || pages.get(child)?.entry?.parent === id)
  }

  /**
   * Returns the ancestors of a page, nearest first, up to more levels than pages may nest. Stops before a repeated id,
   * so in a cycle the page itself is last.
   */
  above(id: string): string[] {
    const found = new Set<string>()
    for (let at = this.page(id)?.parent ?? null; at !== null; at = this.page(at)?.parent ?? null) {
      if (found.has(at) || found.size > 2 * maxDepth) break
      found.add(at)
    }
    return [...found]
  }

  /** Returns the number of generations below a page, counted up to `max`. */
  height(id: string, max: number): number {
    let generation = [id]
    for (let height = 0; height < max; height++) {
      const below = new Set(
        generation.flatMap((parent) => [...(this.#planned.get(parent) ?? []), ...this.remainingChildren(parent)]),
      )
      if (below.size === 0) return height
      generation = [...below]
    }
    return max
  }

  #sidesOf(id: string): SidesOfPage | undefined {
    return this.#plan.pages.get(id) ?? this.#read.get(id)
  }

  #unread(ids: (string | null | undefined)[]): string[] {
    return [...new Set(ids)].filter((id) => typeof id === 'string').filter((id) => !this.#sidesOf(id))
  }

  async #readChildren(ids: string[]): Promise<void> {
    const found = await ranges(this.#nodes, this.#sides.ours.children, ids.map(childrenPrefix))
    for (const [at, id] of ids.entries()) this.#children.set(id, found[at]?.map(([, child]) => child) ?? [])
  }

  #addPlanned(parent: string | null, id: string): void {
    const children = this.#planned.get(parent)
    if (children) children.add(id)
    else this.#planned.set(parent, new Set([id]))
  }
}
