import { childrenPrefix, type PageEntry } from '../revisions/entries.ts'
import type { Storage } from '../revisions/storage.ts'
import { maxDepth } from '../revisions/structure.ts'
import { getMany, ranges } from '../trees/read.ts'
import type { MergeSides, Plan } from './plan.ts'

/**
 * Pages as they will lie once a plan is carried out on the main side. Everything that it answers about is read before,
 * for all pages at once (`readAbove`, `readBeneath`); after that only `put` may change the plan's pages.
 */
export class PlannedTree {
  readonly #nodes: Storage['nodes']
  readonly #sides: MergeSides
  readonly #plan: Plan
  readonly #ours = new Map<string, PageEntry | undefined>()
  readonly #theirs = new Map<string, PageEntry | undefined>()
  /** The main side's children of a page. */
  readonly #children = new Map<string, string[]>()
  /** The plan's children of a page. */
  readonly #planned = new Map<string | null, Set<string>>()

  constructor({ nodes }: Storage, sides: MergeSides, plan: Plan) {
    this.#nodes = nodes
    this.#sides = sides
    this.#plan = plan
    for (const [id, page] of plan.pages) if (page) this.#addPlanned(page.parent, id)
  }

  /** Reads the pages of the plan and all above them, from the main side; from the other side where that lacks them. */
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

  /** Reads which pages lie beneath these, a generation at a time and each once; with `deep`, down to the last. */
  async readBeneath(ids: Iterable<string>, deep: boolean): Promise<void> {
    const seen = new Set<string>()
    for (let generation = [...new Set(ids)]; generation.length > 0; ) {
      for (const id of generation) seen.add(id)
      await this.#readChildren(generation.filter((id) => !this.#children.has(id)))
      const below = generation.flatMap((id) => [...(this.#planned.get(id) ?? []), ...(this.#children.get(id) ?? [])])
      generation = deep ? [...new Set(below)].filter((id) => !seen.has(id)) : []
    }
  }

  /** A page of the main side, as it is there. */
  inOurs(id: string): PageEntry | undefined {
    return this.#ours.get(id)
  }

  /** A page that the main side does not have, as the other has it. */
  inTheirs(id: string): PageEntry | undefined {
    return this.#theirs.get(id)
  }

  /** A page as it will be; undefined where there will be none. */
  page(id: string): PageEntry | undefined {
    return (this.#plan.pages.has(id) ? this.#plan.pages.get(id) : this.#ours.get(id)) ?? undefined
  }

  /** Plans a page. */
  put(id: string, page: PageEntry): void {
    this.#planned.get(this.#plan.pages.get(id)?.parent ?? null)?.delete(id)
    this.#plan.pages.set(id, page)
    this.#addPlanned(page.parent, id)
  }

  /** The main side's children of a page that will still be its children. */
  keptChildren(id: string): string[] {
    const { pages } = this.#plan
    return (this.#children.get(id) ?? []).filter((child) => !pages.has(child) || pages.get(child)?.parent === id)
  }

  /**
   * The ids above a page, nearest first, one level more than pages may nest. It ends where it meets an id again, so in
   * a circle the page itself is last.
   */
  above(id: string): string[] {
    const found = new Set<string>()
    for (let at = this.page(id)?.parent ?? null; at !== null; at = this.page(at)?.parent ?? null) {
      if (found.has(at) || found.size > 2 * maxDepth) break
      found.add(at)
    }
    return [...found]
  }

  /** How many generations will lie beneath a page; no more than `most` are counted. */
  height(id: string, most: number): number {
    let generation = [id]
    for (let height = 0; height < most; height++) {
      const below = new Set(
        generation.flatMap((parent) => [...(this.#planned.get(parent) ?? []), ...this.keptChildren(parent)]),
      )
      if (below.size === 0) return height
      generation = [...below]
    }
    return most
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
