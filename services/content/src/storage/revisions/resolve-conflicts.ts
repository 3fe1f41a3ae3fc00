import type { RevisionDraft } from './revision-draft.ts'

/**
 * Resolves the conflicts of a changed page or reusable content. A content conflict, whose text holds both sides between
 * markers, is resolved only by a new text.
 */
export async function resolveConflicts({ conflicts }: RevisionDraft, id: string, hasText: boolean): Promise<void> {
  const unresolved = hasText ? [] : ((await conflicts.get(id)) ?? []).filter(({ kind }) => kind === 'content')
  if (unresolved.length > 0) conflicts.set(id, unresolved)
  else conflicts.remove(id)
}
