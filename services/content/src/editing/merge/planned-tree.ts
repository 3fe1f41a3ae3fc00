import { maxDepth } from '../../storage/revisions/page-hierarchy.ts'
import { childrenPrefix, type PageEntry } from '../../storage/revisions/revision-entries.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { getMany, ranges } from '../../storage/trees/tree-reads.ts'
import type { MergePlan, MergeSides } from './merge-plan.ts'

/**
 * The page tree after a plan is applied to the main side. The pages must be read first, all at once (`readAbove`,
 * `readBelow`); after that only `put` may change the plan's pages.
 */
export class PlannedTree {
  readonly #nodes: Storage['nodes']
  readonly #sides: MergeSides
  readonly #plan: MergePlan
  readonly #ours = new Map<string, PageEntry | undefined>()
  readonly #theirs = new Map<string, PageEntry | undefined>()
  /** Children of a page on the main side. */
  readonly #children = new Map<string, string[]>()
  /** Planned children of a page. */
  readonly #planned = new Map<string | null, Set<string>>()

  constructor({ nodes }: Storage, sides: MergeSides, plan: MergePlan) {
    this.#nodes = nodes
    this.#sides = sides
    this.#plan = plan
    for (const [id, page] of plan.pages) if (page) this.#addPlanned(page.parent, id)
  }

  /** Reads the planned pages and their ancestors from the main side, or from the other side if main lacks them. */
  async readAbove(): Promise<void> {
    const { ours, theirs } = this.#sides
    const above = [...this.#plan.pages.values()].flatMap((page) => page?.parent ?? [])
    for (let ids = this.#unread([...this.#plan.pages.keys(), ...above]); ids.length > 0; ) {
      const main = await getMany(this.#nodes, ours.pages, ids)
      const other = await getMany(
        this.#nodes,
        theirs.pages,
        ids.filter((id) => !main.has(id)),
      )
      for (const id of ids) {
        this.#ours.set(id, main.get(id))
        this.#theirs.set(id, other.get(id))
      }
      ids = this.#unread([...main.values(), ...other.values()].flatMap(({ parent }) => parent ?? []))
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
    return this.#ours.get(id)
  }

  /** Returns a page of the other side that the main side does not have. */
  inTheirs(id: string): PageEntry | undefined {
    return this.#theirs.get(id)
  }

  /** Returns a page as planned; undefined if it will not exist. */
  page(id: string): PageEntry | undefined {
    return (this.#plan.pages.has(id) ? this.#plan.pages.get(id) : this.#ours.get(id)) ?? undefined
  }

  /** Plans a page. */
  put(id: string, page: PageEntry): void {
    this.#planned.get(this.#plan.pages.get(id)?.parent ?? null)?.delete(id)
    this.#plan.pages.set(id, page)
    this.#addPlanned(page.parent, id)
  }

  /** Returns the children of a page on the main side that will remain its children. */
  remainingChildren(id: string): string[] {
    const { pages } = this.#plan
    return (this.#children.get(id) ?? []).filter((child) => !pages.has(child) || pages.get(child)?.parent === id)
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

  #unread(ids: string[]): string[] {
    return [...new Set(ids)].filter((id) => !this.#ours.has(id))
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
