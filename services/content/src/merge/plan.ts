import type { Conflict, PageEntry, Roots } from '../revisions/entries.ts'

/** Three states of a space: two that grew from `base`; `ours` is the main line, `theirs` the change request. */
export interface MergeSides {
  base: Roots
  ours: Roots
  theirs: Roots
}

/** What a merge will do to the main side: pages to put, pages to delete (null), and what is unresolved. */
export interface Plan {
  pages: Map<string, PageEntry | null>
  conflicts: Map<string, Conflict[]>
}

/** Adds conflicts; of one kind a page has one at most. */
export function addConflicts({ conflicts }: Plan, id: string, added: readonly Conflict[]): void {
  if (added.length === 0) return
  const kinds = new Set(added.map((one) => one.kind))
  conflicts.set(id, [...(conflicts.get(id) ?? []).filter((one) => !kinds.has(one.kind)), ...added])
}

export const deletedByMain: Conflict = { kind: 'deleted', main: 'deleted', changeRequest: 'kept' }
export const deletedByChangeRequest: Conflict = { kind: 'deleted', main: 'kept', changeRequest: 'deleted' }
