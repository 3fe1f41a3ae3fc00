import { RevisionDraft } from '../../storage/revisions/revision-draft.ts'
import {
  type Conflict,
  type DraftedRevision,
  hasConflicts,
  type Roots,
  type SourceEntry,
} from '../../storage/revisions/revision-entries.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { diff } from '../../storage/trees/diff.ts'
import type { Root } from '../../storage/trees/tree-nodes.ts'
import { entries, getMany } from '../../storage/trees/tree-reads.ts'
import { applyPages } from './apply-pages.ts'
import {
  type ChangedEntries,
  choose,
  type DocumentHolder,
  type DocumentSides,
  type EntrySides,
  type MergedDocuments,
  type MergePlan,
  type MergeSides,
  planMerge,
  withConflicts,
} from './merge-plan.ts'
import { type MergeTexts, mergeTextsInline } from './merge-text.ts'
import { repairStructure } from './repair-structure.ts'

export interface MergeResult extends DraftedRevision {
  /** By page, file or reusable content id, in id order. If empty, the result may become the live revision. */
  conflicts: { id: string; conflicts: Conflict[] }[]
}

/**
 * Three-way merge, page by page and field by field, texts line by line (docs/interface.md#merging). A result with
 * conflicts is for the change request only: a text holds both sides between markers, other fields have the change
 * request's value, and `roots.conflicts` lists what is left to resolve. The cost grows with the changes of the change
 * request. The same sides always give the same result.
 */
export async function merge(
  storage: Storage,
  sides: MergeSides,
  mergeTexts: MergeTexts = mergeTextsInline,
): Promise<MergeResult> {
  const { base, ours, theirs } = sides
  const isMainUnchanged = sameContent(base, ours)
  const isRequestUnchanged = sameContent(base, theirs) && !hasConflicts(theirs)
  const draft = new RevisionDraft(storage, isMainUnchanged ? theirs : ours)
  if (!isMainUnchanged && !isRequestUnchanged) await applyChanges(storage, draft, sides, mergeTexts)
  const drafted = await draft.finish()
  const conflicts = await draft.conflicts.entries()
  return { ...drafted, conflicts: conflicts.map(([id, conflicts]) => ({ id, conflicts })) }
}

const sameContent = (one: Roots, other: Roots) =>
  one.pages === other.pages &&
  one.children === other.children &&
  one.slugs === other.slugs &&
  one.files === other.files &&
  one.reusables === other.reusables &&
  one.sources === other.sources

/** Applies the changes of the change request to a draft of the main side. */
async function applyChanges(
  storage: Storage,
  draft: RevisionDraft,
  sides: MergeSides,
  mergeTexts: MergeTexts,
): Promise<void> {
  const { sources, ...changed } = await readChanges(storage, sides)
  const unresolved = await entries(storage.nodes, sides.theirs.conflicts)
  const documents = await mergeDocuments(storage, draft, changed, mergeTexts)
  const plan = await planMerge(changed, documents)
  await repairStructure(storage, sides, plan)
  await applyPages(storage, draft, sides.theirs, plan)
  applyEntries(draft, plan)
  applySources(draft, sources)
  await applyConflicts(draft, unresolved, plan)
}

/** Reads the entries that the change request changed, with their states on all sides. */
async function readChanges({ nodes }: Storage, { base, ours, theirs }: MergeSides) {
  async function changed<Entry>(before: Root<Entry>, main: Root<Entry>, after: Root<Entry>) {
    const changes = await diff(nodes, before, after)
    const onMain = await getMany(nodes, main, changes.keys())
    return new Map(
      [...changes].map(([id, change]): [string, EntrySides<Entry>] => [
        id,
        { base: change.before, ours: onMain.get(id), theirs: change.after },
      ]),
    )
  }
  return {
    pages: await changed(base.pages, ours.pages, theirs.pages),
    files: await changed(base.files, ours.files, theirs.files),
    reusables: await changed(base.reusables, ours.reusables, theirs.reusables),
    sources: await changed(base.sources, ours.sources, theirs.sources),
  }
}

/** Merges all texts that both sides changed, in one batch, and adds the results to the draft. */
async function mergeDocuments(
  { documents }: Storage,
  draft: RevisionDraft,
  { pages, reusables }: ChangedEntries,
  mergeTexts: MergeTexts,
): Promise<MergedDocuments> {
  const holders: EntrySides<DocumentHolder>[] = [...pages.values(), ...reusables.values()]
  const wanted = new Map(holders.flatMap(changedByBoth).map((hashes) => [hashes.join(), hashes]))
  const texts = await documents.load([...new Set([...wanted.values()].flat().filter((hash) => hash !== null))])
  const textOf = (hash: string | null) => (hash === null ? '' : (texts.get(hash) ?? ''))
  const merged = await mergeTexts(
    [...wanted.values()].map(([base, ours, theirs]) => [textOf(base), textOf(ours), textOf(theirs)]),
  )
  const found = new Map(
    [...wanted.keys()].flatMap((hashes, at) => {
      const one = merged[at]
      return one ? [[hashes, { document: draft.addDocument(one.text), conflict: one.conflict }]] : []
    }),
  )
  return (...hashes) => {
    const one = found.get(hashes.join())
    if (!one) throw new Error('a text was asked for that only one side changed')
    return one
  }
}

function changedByBoth({ base, ours, theirs }: EntrySides<DocumentHolder>): DocumentSides[] {
  if (!ours || !theirs) return []
  const hashes = [base?.document ?? null, ours.document, theirs.document] as const
  return choose(...hashes) === 'both' ? [hashes] : []
}

/** Writes the planned files and reusable contents. */
function applyEntries(draft: RevisionDraft, { files, reusables }: MergePlan): void {
  for (const [id, { entry }] of files) {
    if (entry) draft.files.set(id, entry)
    else draft.files.remove(id)
  }
  for (const [id, { entry }] of reusables) {
    if (entry) draft.reusables.set(id, entry)
    else draft.reusables.remove(id)
  }
}

/** Sources that both sides imported are never a conflict; the main side's stays. */
function applySources({ sources }: RevisionDraft, changed: ReadonlyMap<string, EntrySides<SourceEntry>>): void {
  for (const [key, { base, ours, theirs }] of changed) {
    if (choose(base, ours, theirs) !== 'theirs') continue
    if (theirs) sources.set(key, theirs)
    else sources.remove(key)
  }
}

/** Writes the conflicts of all entries in the draft. Conflicts that the change request did not resolve stay. */
async function applyConflicts(
  draft: RevisionDraft,
  unresolved: Iterable<readonly [id: string, conflicts: Conflict[]]>,
  { pages, files, reusables }: MergePlan,
): Promise<void> {
  const conflicts = new Map(unresolved)
  for (const [id, planned] of [...pages, ...files, ...reusables])
    if (planned.conflicts.length > 0) conflicts.set(id, withConflicts(conflicts.get(id) ?? [], planned.conflicts))
  const ids = [...conflicts.keys()]
  const found = [await draft.pages.getMany(ids), await draft.reusables.getMany(ids), await draft.files.getMany(ids)]
  for (const [id, list] of conflicts) if (found.some((entries) => entries.has(id))) draft.conflicts.set(id, list)
}
