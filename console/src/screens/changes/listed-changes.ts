import type { SemanticChange, SemanticChanges } from '@quire/contracts'

type ChangesPage = (typeof SemanticChanges)['_zod']['output']

/** The differences of two revisions, as far as they were read. */
export interface ListedChanges {
  changes: SemanticChange[]
  /** The number of all of them, also of those that were not read yet. */
  count: number
}

/** Joins the pages of a list of changes. */
export const listedChanges = ({ pages }: { pages: ChangesPage[] }): ListedChanges => {
  const changes = pages.flatMap((page) => page.changes)
  return { changes, count: changes.length + (pages.at(-1)?.more ?? 0) }
}

type ChangeOfPage = Extract<SemanticChange, { page: unknown }>
type ChangeOfOther = Exclude<SemanticChange, { page: unknown }>

/**
 * Groups the changes of each page, since one may be moved and edited: the list has all edits before all moves, maybe on
 * another page of it.
 */
export function groupedChanges(changes: readonly SemanticChange[]): {
  pages: Map<string, ChangeOfPage[]>
  others: ChangeOfOther[]
} {
  const pages = new Map<string, ChangeOfPage[]>()
  const others: ChangeOfOther[] = []
  for (const change of changes) {
    if ('page' in change) pages.set(change.page.id, [...(pages.get(change.page.id) ?? []), change])
    else others.push(change)
  }
  return { pages, others }
}
