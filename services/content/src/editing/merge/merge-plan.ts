import type { Conflict, PageEntry, Roots } from '../../storage/revisions/revision-entries.ts'

/** Three states of a space: `ours` (main) and `theirs` (the change request) both derive from `base`. */
export interface MergeSides {
  base: Roots
  ours: Roots
  theirs: Roots
}

/** Changes that a merge will make to the main side: pages to write, pages to delete (null), and conflicts. */
export interface MergePlan {
  pages: Map<string, PageEntry | null>
  conflicts: Map<string, Conflict[]>
}

/** Adds conflicts; replaces earlier ones of the same kind. */
export function addConflicts({ conflicts }: MergePlan, id: string, added: readonly Conflict[]): void {
  if (added.length === 0) return
  const kinds = new Set(added.map((one) => one.kind))
  conflicts.set(id, [...(conflicts.get(id) ?? []).filter((one) => !kinds.has(one.kind)), ...added])
}

export const deletedByMain: Conflict = { kind: 'deleted', main: 'deleted', changeRequest: 'kept' }
export const deletedByChangeRequest: Conflict = { kind: 'deleted', main: 'kept', changeRequest: 'deleted' }
