import type { RevisionDraft } from '../revisions/draft.ts'
import type { Storage } from '../revisions/storage.ts'
import type { Change } from '../trees/diff.ts'
import { choose, type MergeDocuments } from './pages.ts'
import { mergeText } from './text.ts'

/** What has a text: a page, or a reusable content. */
export interface Written {
  document: string | null
}

/** Loads at once all texts that both sides changed. */
export async function documentMerger<Entry extends Written>(
  { documents }: Storage,
  draft: RevisionDraft,
  changes: ReadonlyMap<string, Change<Entry>>,
  main: ReadonlyMap<string, Entry>,
): Promise<MergeDocuments> {
  const hashes = [...changes].flatMap(([id, { before, after }]) => {
    const three = [before?.document ?? null, main.get(id)?.document ?? null, after?.document ?? null] as const
    return choose(...three) === 'both' ? three.filter((hash) => hash !== null) : []
  })
  const texts = await documents.load([...new Set(hashes)])
  const textOf = (hash: string | null) => (hash === null ? '' : (texts.get(hash) ?? ''))
  return async (before, ours, theirs) => {
    const { text, conflict } = mergeText(textOf(before), textOf(ours), textOf(theirs))
    return { document: draft.addDocument(text), conflict }
  }
}
