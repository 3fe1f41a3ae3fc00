import { badRequest } from '@quire/kit'
import type { TreeDraft } from '../trees/tree-draft.ts'
import type { RevisionDraft } from './revision-draft.ts'
import { childrenPrefix, type PageEntry } from './revision-entries.ts'

/** Upper bound on the depth of pages; a top-level page has depth 1. */
export const maxDepth = 64

/** Returns the ids from a page's parent up to the top level. Stops at a missing page and at a cycle. */
export async function ancestors(pages: Pick<TreeDraft<PageEntry>, 'get'>, id: string): Promise<string[]> {
  const found: string[] = []
  let parent = (await pages.get(id))?.parent ?? null
  while (parent !== null && !found.includes(parent)) {
    found.push(parent)
    parent = (await pages.get(parent))?.parent ?? null
  }
  return found
}

/** Returns the descendants of a page by generation, its children first. */
export async function generations(draft: RevisionDraft, id: string): Promise<string[][]> {
  const found: string[][] = []
  let parents = [id]
  for (;;) {
    const below: string[] = []
    for (const parent of parents)
      for (const [, child] of await draft.children.range(childrenPrefix(parent))) below.push(child)
    if (below.length === 0) return found
    found.push(below)
    parents = below
  }
}

/** Throws 400 naming `field` if a page with `height` generations below it cannot have this parent. */
export async function requireParent(
  draft: RevisionDraft,
  parent: string | null,
  field: string,
  page?: { id: string; height: number },
): Promise<void> {
  if (parent === null) return
  if (!(await draft.pages.get(parent))) throw badRequest(field, 'names no page of this revision')
  const above = [parent, ...(await ancestors(draft.pages, parent))]
  if (page && above.includes(page.id)) throw badRequest(field, 'a page cannot be moved under itself or its descendants')
  if (above.length + 1 + (page?.height ?? 0) > maxDepth)
    throw badRequest(field, `pages can be nested ${maxDepth} deep at most`)
}
