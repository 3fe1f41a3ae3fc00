import type { RevisionDraft } from '../../storage/revisions/revision-draft.ts'
import type { Conflict, ReusableContentEntry } from '../../storage/revisions/revision-entries.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { type Change, diff } from '../../storage/trees/diff.ts'
import { sameValue } from '../../storage/trees/tree-nodes.ts'
import { getMany } from '../../storage/trees/tree-reads.ts'
import { documentMerger } from './merge-documents.ts'
import { choose, type MergeDocuments } from './merge-page.ts'
import { addConflicts, deletedByChangeRequest, deletedByMain, type MergePlan, type MergeSides } from './merge-plan.ts'
import type { MergeTexts } from './merge-text.ts'

/**
 * Merges the change request's reusable contents into the draft, like pages: field by field, texts line by line. One
 * that one side edited and the other deleted stays, as a conflict.
 */
export async function mergeReusables(
  storage: Storage,
  draft: RevisionDraft,
  plan: MergePlan,
  { base, ours, theirs }: MergeSides,
  mergeTexts: MergeTexts,
): Promise<void> {
  const changes = await diff(storage.nodes, base.reusables, theirs.reusables)
  const main = await getMany(storage.nodes, ours.reusables, changes.keys())
  const mergeDocuments = await documentMerger(storage, draft, changes, main, mergeTexts)
  for (const [id, change] of changes) {
    const { entry, conflicts } = await mergeOne(change, main.get(id), mergeDocuments)
    if (entry) draft.reusables.set(id, entry)
    else draft.reusables.remove(id)
    addConflicts(plan, id, conflicts)
  }
}

interface MergedEntry {
  entry: ReusableContentEntry | undefined
  conflicts: Conflict[]
}

async function mergeOne(
  { before, after }: Change<ReusableContentEntry>,
  main: ReusableContentEntry | undefined,
  mergeDocuments: MergeDocuments,
): Promise<MergedEntry> {
  if (after && main) return mergeBoth(before, main, after, mergeDocuments)
  if (after && before) return { entry: after, conflicts: [deletedByMain] }
  if (!after && main && !sameValue(before, main)) return { entry: main, conflicts: [deletedByChangeRequest] }
  return { entry: after, conflicts: [] }
}

/**
 * Merges an entry that both sides have. In a conflict the change request's title stays; a text holds both sides between
 * markers.
 */
async function mergeBoth(
  base: ReusableContentEntry | undefined,
  ours: ReusableContentEntry,
  theirs: ReusableContentEntry,
  mergeDocuments: MergeDocuments,
): Promise<MergedEntry> {
  const conflicts: Conflict[] = []
  const title = choose(base?.title, ours.title, theirs.title)
  if (title === 'both') conflicts.push({ kind: 'title', main: ours.title, changeRequest: theirs.title })
  const { git } = choose(base?.git, ours.git, theirs.git) === 'theirs' ? theirs : ours
  const texts = [base?.document ?? null, ours.document, theirs.document] as const
  const text = choose(...texts)
  const merged =
    text === 'both' ? await mergeDocuments(...texts) : { document: (text === 'ours' ? ours : theirs).document }
  if ('conflict' in merged && merged.conflict) conflicts.push({ kind: 'content' })
  const entry = { title: (title === 'ours' ? ours : theirs).title, document: merged.document, ...(git && { git }) }
  return { entry, conflicts }
}
