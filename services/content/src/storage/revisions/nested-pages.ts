import { badRequest, newId } from '@quire/kit'
import { generateNKeysBetween } from 'fractional-indexing'
import { ancestors, maxDepth } from './page-hierarchy.ts'
import type { RevisionDraft } from './revision-draft.ts'
import type { PageAttributes, PageEntry, PageType } from './revision-entries.ts'

export interface NewPage extends PageAttributes {
  id?: string
  title: string
  type?: PageType
  /** Derived from the title if absent. Gets a number if a sibling has the same slug. */
  slug?: string
  markdown?: string
  createdAt?: string
  updatedAt?: string
}

/** A page to insert together with its descendants, in order. */
export interface NestedPage extends NewPage {
  pages?: NestedPage[]
}

type MakeEntry = (page: NewPage, parent: string | null, order: string, field: string) => PageEntry

interface Generation {
  parent: string | null
  pages: NestedPage[]
  orders: string[]
  depth: number
  field: string
}

/** Inserts trees of pages under `parent`, the topmost at `orders`. Returns the ids, parents before children. */
export async function insertNested(
  draft: RevisionDraft,
  pages: NestedPage[],
  top: { parent: string | null; orders: string[]; field: string },
  entryOf: MakeEntry,
): Promise<string[]> {
  const above = top.parent === null ? 0 : 1 + (await ancestors(draft.pages, top.parent)).length
  const ids: string[] = []
  const waiting: Generation[] = [{ ...top, pages, field: `${top.field}.pages`, depth: above + 1 }]
  for (const { parent, pages, orders, depth, field } of waiting) {
    if (depth > maxDepth) throw badRequest(field, `pages can be nested ${maxDepth} deep at most`)
    for (const [index, page] of pages.entries()) {
      const id = page.id ?? newId()
      const at = `${field}.${index}`
      await draft.attach(id, entryOf(page, parent, orders[index] ?? '', at))
      ids.push(id)
      if (page.pages?.length) waiting.push(below(id, page.pages, depth, at))
    }
  }
  return ids
}

const below = (parent: string, pages: NestedPage[], depth: number, field: string): Generation => ({
  parent,
  pages,
  orders: generateNKeysBetween(null, null, pages.length),
  depth: depth + 1,
  field: `${field}.pages`,
})
