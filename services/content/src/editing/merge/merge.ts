import { type DraftedRevision, RevisionDraft, samePosition } from '../../storage/revisions/revision-draft.ts'
import {
  type Conflict,
  hasConflicts,
  type PageEntry,
  type Roots,
  slugKey,
} from '../../storage/revisions/revision-entries.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { type Change, diff } from '../../storage/trees/diff.ts'
import { overlay } from '../../storage/trees/node-store.ts'
import { entries, getMany } from '../../storage/trees/tree-reads.ts'
import { yieldEvery } from '../../storage/yield-every.ts'
import { documentMerger } from './merge-documents.ts'
import { mergeFiles } from './merge-files.ts'
import { edited, type MergeDocuments, mergePage } from './merge-page.ts'
import { addConflicts, deletedByChangeRequest, deletedByMain, type MergePlan, type MergeSides } from './merge-plan.ts'
import { mergeReusables } from './merge-reusables.ts'
import { type MergeTexts, mergeTextsInline } from './merge-text.ts'
import { repairStructure } from './repair-structure.ts'
import { restorePositions } from './restore-positions.ts'

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
  { base, ours, theirs }: MergeSides,
  mergeTexts: MergeTexts = mergeTextsInline,
): Promise<MergeResult> {
  if (sameContent(base, ours)) return conclude(storage, unchanged(theirs))
  if (sameContent(base, theirs) && !hasConflicts(theirs)) return conclude(storage, unchanged(ours))

  const draft = new RevisionDraft(storage, ours)
  const changes = await diff(storage.nodes, base.pages, theirs.pages)
  const main = await getMany(storage.nodes, ours.pages, changes.keys())
  const mergeDocuments = await documentMerger(storage, draft, changes, main, mergeTexts)
  // Unresolved conflicts of the change request stay unresolved.
  const plan: MergePlan = { pages: new Map(), conflicts: new Map(await entries(storage.nodes, theirs.conflicts)) }
  const turn = yieldEvery()
  for (const [id, change] of changes) {
    await planPage(plan, id, change, main.get(id), mergeDocuments)
    await turn()
  }
  await repairStructure(storage, { base, ours, theirs }, plan)

  await restorePositions(storage, draft, theirs, await applyPlan(storage, draft, ours, plan))
  await mergeFiles(storage, draft, plan, { base, ours, theirs })
  await mergeReusables(storage, draft, plan, { base, ours, theirs }, mergeTexts)
  await writeConflicts(draft, plan)
  return conclude(storage, await draft.finish())
}

const sameContent = (one: Roots, other: Roots) =>
  one.pages === other.pages &&
  one.children === other.children &&
  one.slugs === other.slugs &&
  one.files === other.files &&
  one.reusables === other.reusables

const unchanged = (roots: Roots): DraftedRevision => ({ roots, nodes: [], documents: new Map() })

async function planPage(
  plan: MergePlan,
  id: string,
  { before, after }: Change<PageEntry>,
  main: PageEntry | undefined,
  mergeDocuments: MergeDocuments,
): Promise<void> {
  if (after && main) {
    const { page, conflicts } = await mergePage(before, main, after, mergeDocuments)
    plan.pages.set(id, page)
    addConflicts(plan, id, conflicts)
  } else if (after && (!before || edited(before, after))) {
    plan.pages.set(id, after)
    if (before) addConflicts(plan, id, [deletedByMain])
  } else if (main) {
    const survives = before && edited(before, main)
    plan.pages.set(id, survives ? main : null)
    if (survives) addConflicts(plan, id, [deletedByChangeRequest])
  }
}

/**
 * Applies the planned pages to the draft. Pages with the slug of the main side keep it; the others choose in the order
 * of their ids. Returns the ids of the attached pages, whose position may have changed.
 */
async function applyPlan({ nodes }: Storage, draft: RevisionDraft, ours: Roots, plan: MergePlan): Promise<string[]> {
  const main = await getMany(nodes, ours.pages, plan.pages.keys())
  const attached: { id: string; page: PageEntry; keepsSlug: boolean }[] = []
  const turn = yieldEvery()
  for (const [id, page] of plan.pages) {
    const before = main.get(id)
    if (page && before && samePosition(before, page)) {
      draft.pages.set(id, page)
      continue
    }
    if (before) draft.detach(id, before)
    if (page) attached.push({ id, page, keepsSlug: before?.parent === page.parent && before.slug === page.slug })
  }
  attached.sort((one, other) => Number(other.keepsSlug) - Number(one.keepsSlug) || (one.id < other.id ? -1 : 1))
  await draft.slugs.readAhead(attached.map(({ page }) => slugKey(page)))
  for (const { id, page } of attached) {
    await draft.attach(id, page)
    await turn()
  }
  return attached.map(({ id }) => id)
}

async function writeConflicts(draft: RevisionDraft, { conflicts }: MergePlan): Promise<void> {
  const ids = [...conflicts.keys()]
  const pages = await draft.pages.getMany(ids)
  const reusables = await draft.reusables.getMany(ids)
  const files = await draft.files.getMany(ids)
  for (const [id, list] of conflicts)
    if (pages.has(id) || reusables.has(id) || files.has(id)) draft.conflicts.set(id, list)
}

async function conclude(storage: Storage, drafted: DraftedRevision): Promise<MergeResult> {
  const store = overlay(storage.nodes, new Map(drafted.nodes.map((node) => [node.hash, node])))
  const conflicts = await entries(store, drafted.roots.conflicts)
  return {
    ...drafted,
    conflicts: conflicts.map(([id, conflicts]) => ({ id, conflicts })),
  }
}
