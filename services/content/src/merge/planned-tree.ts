import { childrenPrefix, type PageEntry, type Roots } from '../revisions/entries.ts'
import type { Storage } from '../revisions/storage.ts'
import { get, range } from '../trees/read.ts'
import type { Plan } from './plan.ts'

/** Pages as they will lie once a plan is carried out on the main side; asked anew, for the plan may change. */
export type PlannedTree = ReturnType<typeof plannedTree>

export function plannedTree({ nodes }: Storage, ours: Roots, plan: Plan) {
  /** A page as it will be; undefined where there will be none. */
  const page = async (id: string): Promise<PageEntry | undefined> =>
    (plan.pages.has(id) ? plan.pages.get(id) : await get(nodes, ours.pages, id)) ?? undefined

  /** The main side's children of a page that will still be its children. */
  async function keptChildren(id: string): Promise<string[]> {
    const children = (await range(nodes, ours.children, childrenPrefix(id))).map(([, child]) => child)
    return children.filter((child) => !plan.pages.has(child) || plan.pages.get(child)?.parent === id)
  }

  /** The ids above a page, nearest first; ends where it meets one again, so in a circle the page itself is last. */
  async function above(id: string): Promise<string[]> {
    const found = new Set<string>()
    for (let at = (await page(id))?.parent ?? null; at !== null; at = (await page(at))?.parent ?? null) {
      if (found.has(at)) break
      found.add(at)
    }
    return [...found]
  }

  /** How many generations will lie beneath a page; no more than `most` are counted. */
  async function height(id: string, most: number): Promise<number> {
    const planned = Map.groupBy(plan.pages.keys(), (child) => plan.pages.get(child)?.parent)
    let generation = [id]
    for (let height = 0; height < most; height++) {
      const below = new Set(generation.flatMap((parent) => planned.get(parent) ?? []))
      for (const parent of generation) for (const child of await keptChildren(parent)) below.add(child)
      if (below.size === 0) return height
      generation = [...below]
    }
    return most
  }

  return { page, keptChildren, above, height }
}
