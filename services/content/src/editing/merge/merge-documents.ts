import type { RevisionDraft } from '../../storage/revisions/revision-draft.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import type { Change } from '../../storage/trees/diff.ts'
import { choose, type MergeDocuments } from './merge-page.ts'
import type { MergeTexts } from './merge-text.ts'

/** An entry with a text: a page or a reusable content. */
interface TextHolder {
  document: string | null
}

/** Loads and merges all texts that both sides changed, in one batch. Returns the lookup of the results. */
export async function documentMerger<Entry extends TextHolder>(
  { documents }: Storage,
  draft: RevisionDraft,
  changes: ReadonlyMap<string, Change<Entry>>,
  main: ReadonlyMap<string, Entry>,
  mergeTexts: MergeTexts,
): Promise<MergeDocuments> {
  const both = [...changes].flatMap(([id, { before, after }]) => {
    const three: Three = [before?.document ?? null, main.get(id)?.document ?? null, after?.document ?? null]
    return choose(...three) === 'both' ? [three] : []
  })
  const texts = await documents.load([...new Set(both.flat().filter((hash) => hash !== null))])
  const textOf = (hash: string | null) => (hash === null ? '' : (texts.get(hash) ?? ''))
  const wanted = new Map(both.map((three) => [three.join(), three]))
  const merged = await mergeTexts(
    [...wanted.values()].map(([base, ours, theirs]) => [textOf(base), textOf(ours), textOf(theirs)]),
  )
  const byHashes = new Map([...wanted.keys()].map((three, at) => [three, merged[at]]))
  return async (...three) => {
    const found = byHashes.get(three.join())
    if (!found) throw new Error('a text was asked for that only one side changed')
    return { document: draft.addDocument(found.text), conflict: found.conflict }
  }
}

/** The hashes of a text in base, ours and theirs. */
type Three = [string | null, string | null, string | null]
