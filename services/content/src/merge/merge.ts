import { type DraftedRevision, RevisionDraft, samePlace } from '../revisions/draft.ts'
import { type Conflict, hasConflicts, type PageEntry, type Roots, slugKey } from '../revisions/entries.ts'
import type { Storage } from '../revisions/storage.ts'
import { type Change, diff } from '../trees/diff.ts'
import { entries, getMany } from '../trees/read.ts'
import { overlay } from '../trees/store.ts'
import { inTurns } from '../turns.ts'
import { documentMerger } from './documents.ts'
import { mergeFiles } from './files.ts'
import { edited, type MergeDocuments, mergePage } from './pages.ts'
import { settlePlaces } from './places.ts'
import { addConflicts, deletedByChangeRequest, deletedByMain, type MergeSides, type Plan } from './plan.ts'
import { mergeReusables } from './reusables.ts'
import { repairStructure } from './structure.ts'
import { type MergeTexts, mergeTextsHere } from './text.ts'

export interface MergeResult extends DraftedRevision {
  /**
   * By page, file or reusable content id, in id order. Empty: the result may become the live revision.
   */
  conflicts: { id: string; conflicts: Conflict[] }[]
}

/**
 * Three-way merge, page by page and field by field, texts line by line (docs/interface.md#merging). With conflicts the
 * result is for the change request only: both texts stand between markers, other fields have the change request's
 * value, and `roots.conflicts` says what is left to resolve. Costs what the change request changed; the same sides
 * always give the same result.
 */
export async function merge(
  storage: Storage,
  { base, ours, theirs }: MergeSides,
  mergeTexts: MergeTexts = mergeTextsHere,
): Promise<MergeResult> {
  if (sameContent(base, ours)) return conclude(storage, unchanged(theirs))
  if (sameContent(base, theirs) && !hasConflicts(theirs)) return conclude(storage, unchanged(ours))

  const draft = new RevisionDraft(storage, ours)
  const changes = await diff(storage.nodes, base.pages, theirs.pages)
  const main = await getMany(storage.nodes, ours.pages, changes.keys())
  const mergeDocuments = await documentMerger(storage, draft, changes, main, mergeTexts)
  // What the change request had not resolved yet stays unresolved.
  const plan: Plan = { pages: new Map(), conflicts: new Map(await entries(storage.nodes, theirs.conflicts)) }
  const turn = inTurns()
  for (const [id, change] of changes) {
    await planPage(plan, id, change, main.get(id), mergeDocuments)
    await turn()
  }
  await repairStructure(storage, { base, ours, theirs }, plan)

  await settlePlaces(storage, draft, theirs, await carryOut(storage, draft, ours, plan))
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
  plan: Plan,
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
    const kept = before && edited(before, main)
    plan.pages.set(id, kept ? main : null)
    if (kept) addConflicts(plan, id, [deletedByChangeRequest])
  }
}

/**
 * Pages that have the main line's slug keep it; among the others the lower id chooses first. Answers the pages that
 * changed their place.
 */
async function carryOut({ nodes }: Storage, draft: RevisionDraft, ours: Roots, plan: Plan): Promise<string[]> {
  const main = await getMany(nodes, ours.pages, plan.pages.keys())
  const placed: { id: string; page: PageEntry; stays: boolean }[] = []
  const turn = inTurns()
  for (const [id, page] of plan.pages) {
    const before = main.get(id)
    if (page && before && samePlace(before, page)) {
      draft.pages.set(id, page)
      continue
    }
    if (before) draft.takeOut(id, before)
    if (page) placed.push({ id, page, stays: before?.parent === page.parent && before.slug === page.slug })
  }
  placed.sort((one, other) => Number(other.stays) - Number(one.stays) || (one.id < other.id ? -1 : 1))
  await draft.slugs.readAhead(placed.map(({ page }) => slugKey(page)))
  for (const { id, page } of placed) {
    await draft.put(id, page)
    await turn()
  }
  return placed.map(({ id }) => id)
}

async function writeConflicts(draft: RevisionDraft, { conflicts }: Plan): Promise<void> {
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
