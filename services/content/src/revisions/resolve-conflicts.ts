import type { RevisionDraft } from './draft.ts'

/**
 * Resolves what is open about a page or a reusable content that was changed. A text that holds both sides between
 * markers is resolved by a text only.
 */
export async function resolveConflicts({ conflicts }: RevisionDraft, id: string, hasText: boolean): Promise<void> {
  const open = hasText ? [] : ((await conflicts.get(id)) ?? []).filter(({ kind }) => kind === 'content')
  if (open.length > 0) conflicts.set(id, open)
  else conflicts.remove(id)
}
