import { entries } from '../../trees/tree-reads.ts'
import { maxDepth } from '../page-hierarchy.ts'
import { childKey, type Roots, slugKey } from '../revision-entries.ts'
import { pageTree } from '../revision-reads.ts'
import type { Storage } from '../storage.ts'

/** Checks the invariants of a revision's maps and returns the violations. For tests. */
export async function faults(storage: Storage, roots: Roots): Promise<string[]> {
  const pages = new Map(await entries(storage.nodes, roots.pages))
  const slugs = new Map(await entries(storage.nodes, roots.slugs))
  const children = new Map(await entries(storage.nodes, roots.children))
  const found: string[] = []
  const expect = (holds: boolean, problem: string) => holds || found.push(problem)

  for (const [id, page] of pages) {
    expect(page.parent === null || pages.has(page.parent), `${id}: no parent`)
    expect(slugs.get(slugKey(page)) === id, `${id}: slug ${page.slug} leads elsewhere`)
    expect(children.get(childKey(id, page)) === id, `${id}: no position`)
  }
  expect(slugs.size === pages.size, `${slugs.size} slugs for ${pages.size} pages`)
  expect(children.size === pages.size, `${children.size} positions for ${pages.size} pages`)
  const reusables = new Map(await entries(storage.nodes, roots.reusables))
  const files = new Map(await entries(storage.nodes, roots.files))
  for (const [id] of await entries(storage.nodes, roots.conflicts))
    expect(pages.has(id) || reusables.has(id) || files.has(id), `${id}: a conflict about nothing`)

  const seen: string[] = []
  const waiting = await pageTree(storage, roots)
  const depths = new Map(waiting.map((node) => [node, 1]))
  for (const node of waiting) {
    seen.push(node.id)
    waiting.push(...node.pages)
    const depth = depths.get(node) ?? 0
    expect(depth <= maxDepth, `${node.id}: lies ${depth} deep`)
    for (const child of node.pages) depths.set(child, depth + 1)
  }
  expect(seen.length === pages.size && new Set(seen).size === seen.length, `${seen.length} of ${pages.size} reachable`)
  return found
}
