import {
  type Conflict,
  type FileEntry,
  type PageEntry,
  positionKey,
  type ReusableContentEntry,
  type Roots,
} from '../../storage/revisions/revision-entries.ts'
import { sameValue } from '../../storage/trees/tree-nodes.ts'
import { yieldEvery } from '../../storage/yield-every.ts'

/** Three states of a space: `ours` (main) and `theirs` (the change request) both derive from `base`. */
export interface MergeSides {
  base: Roots
  ours: Roots
  theirs: Roots
}

/** An entry on the three sides of a merge; undefined where it does not exist. */
export interface EntrySides<Entry> {
  base: Entry | undefined
  ours: Entry | undefined
  theirs: Entry | undefined
}

/** The entries that the change request changed, by id. */
export interface ChangedEntries {
  pages: ReadonlyMap<string, EntrySides<PageEntry>>
  files: ReadonlyMap<string, EntrySides<FileEntry>>
  reusables: ReadonlyMap<string, EntrySides<ReusableContentEntry>>
}

/** A merged entry with the conflicts that the merge found in it. */
interface MergedEntry<Entry> {
  entry: Entry
  conflicts: Conflict[]
}

/** An entry as it will be after the merge, and on both sides. `entry` is null if the merge deletes it. */
export interface PlannedEntry<Entry> extends MergedEntry<Entry | null> {
  ours: Entry | undefined
  theirs: Entry | undefined
}

/** Changes that a merge will make to the main side, by id. */
export interface MergePlan {
  pages: Map<string, PlannedEntry<PageEntry>>
  files: Map<string, PlannedEntry<FileEntry>>
  reusables: Map<string, PlannedEntry<ReusableContentEntry>>
}

/** The hashes of a text in base, ours and theirs; null is the empty text. */
export type DocumentSides = readonly [base: string | null, ours: string | null, theirs: string | null]

/** Returns the merge of a text that both sides changed. A text in conflict holds both sides between markers. */
export type MergedDocuments = (...sides: DocumentSides) => MergedDocument

interface MergedDocument {
  document: string | null
  conflict: boolean
}

/** Decides each changed entry. One that a side edited and the other deleted stays, as a conflict. */
export async function planMerge(changed: ChangedEntries, documents: MergedDocuments): Promise<MergePlan> {
  return {
    pages: await planEntries(changed.pages, isPageEdited, (...sides) => mergePage(...sides, documents)),
    files: await planEntries(changed.files, isFileEdited, mergeFile),
    reusables: await planEntries(changed.reusables, isReusableEdited, (...sides) => mergeReusable(...sides, documents)),
  }
}

async function planEntries<Entry>(
  changed: ReadonlyMap<string, EntrySides<Entry>>,
  isEdited: (base: Entry | undefined, entry: Entry) => boolean,
  mergeBoth: (base: Entry | undefined, ours: Entry, theirs: Entry) => MergedEntry<Entry>,
): Promise<Map<string, PlannedEntry<Entry>>> {
  const planned = new Map<string, PlannedEntry<Entry>>()
  const turn = yieldEvery()
  for (const [id, { base, ours, theirs }] of changed) {
    const plan = (merged: MergedEntry<Entry | null>) => planned.set(id, { ...merged, ours, theirs })
    if (ours && theirs) plan(mergeBoth(base, ours, theirs))
    else if (theirs && isEdited(base, theirs)) plan({ entry: theirs, conflicts: base ? [deletedByMain] : [] })
    else if (ours && isEdited(base, ours)) plan({ entry: ours, conflicts: [deletedByChangeRequest] })
    else if (ours) plan({ entry: null, conflicts: [] })
    await turn()
  }
  return planned
}

export const deletedByMain: Conflict = { kind: 'deleted', main: 'deleted', changeRequest: 'kept' }
export const deletedByChangeRequest: Conflict = { kind: 'deleted', main: 'kept', changeRequest: 'deleted' }

/** Adds conflicts to others; replaces those of the same kind. */
export function withConflicts(others: readonly Conflict[], added: readonly Conflict[]): Conflict[] {
  const kinds = new Set(added.map((one) => one.kind))
  return [...others.filter((one) => !kinds.has(one.kind)), ...added]
}

/** Returns the side whose value a merge takes; `both` if they changed it differently. */
export function choose(base: unknown, ours: unknown, theirs: unknown): 'ours' | 'theirs' | 'both' {
  if (sameValue(ours, theirs) || sameValue(ours, base)) return 'theirs'
  return sameValue(theirs, base) ? 'ours' : 'both'
}

/** Fields of a page that are no edit of it: its position among its siblings, times, and what is recorded of its source. */
const notEdited = {
  ...{ order: '', placed: undefined, createdAt: '', updatedAt: '' },
  ...{ git: undefined, importSource: undefined, isImported: undefined, computed: undefined },
}

/** True if a page is new, or somebody has changed it. */
const isPageEdited = (base: PageEntry | undefined, page: PageEntry): boolean =>
  !base || !sameValue({ ...base, ...notEdited }, { ...page, ...notEdited })

/** True if a file is new, or has another name or other bytes. */
const isFileEdited = (base: FileEntry | undefined, { name, blob }: FileEntry): boolean =>
  !base || base.name !== name || base.blob !== blob

/** True if a reusable content is new, or has another title or text. */
const isReusableEdited = (base: ReusableContentEntry | undefined, { title, document }: ReusableContentEntry): boolean =>
  !base || base.title !== title || base.document !== document

type Field = Exclude<keyof PageEntry, 'document' | 'order' | 'placed' | 'createdAt' | 'updatedAt'>

/** Merges a page that both sides have, field by field. In a conflict the value of the change request stays. */
export function mergePage(
  base: PageEntry | undefined,
  ours: PageEntry,
  theirs: PageEntry,
  documents: MergedDocuments,
): MergedEntry<PageEntry> {
  const page: PageEntry = { ...theirs }
  const conflicts: Conflict[] = []
  for (const field of fields(ours, theirs)) {
    const choice = choose(base?.[field], ours[field], theirs[field])
    // What the source of a page says of it is never a conflict; the main side's stays.
    const isTaken = choice === 'ours' || (choice === 'both' && ofSource.has(field))
    if (isTaken) takeField(page, ours, field)
    else if (choice === 'both') conflicts.push({ kind: field, main: ours[field], changeRequest: theirs[field] })
  }
  mergeOrder(page, base, ours, theirs)
  mergeTimes(page, ours)
  const { document, conflict } = mergeDocument(base, ours, theirs, documents)
  if (conflict) conflicts.push({ kind: 'content' })
  return { entry: { ...page, document }, conflicts }
}

const ofSource = new Set<string>(['git', 'importSource', 'computed', 'isImported', 'redirects'])

const own = new Set<string>(['document', 'order', 'placed', 'createdAt', 'updatedAt'])

function fields(ours: PageEntry, theirs: PageEntry): Field[] {
  const isField = (key: string): key is Field => !own.has(key)
  return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].filter(isField).sort()
}

function takeField<Entry extends object>(entry: Entry, from: Entry, field: keyof Entry): void {
  if (from[field] === undefined) Reflect.deleteProperty(entry, field)
  else Object.assign(entry, { [field]: from[field] })
}

/**
 * Merges the order key, which has a meaning among siblings only. Two moves among siblings are not a conflict, and a
 * reassigned key is not a move.
 */
function mergeOrder(page: PageEntry, base: PageEntry | undefined, ours: PageEntry, theirs: PageEntry): void {
  const moved = (side: PageEntry) => !base || side.parent !== base.parent || positionKey(side) !== positionKey(base)
  const isOurs = page.parent !== theirs.parent || (page.parent === ours.parent && (moved(ours) || !moved(theirs)))
  if (isOurs) for (const field of ['order', 'placed'] as const) takeField(page, ours, field)
}

function mergeTimes(page: PageEntry, ours: PageEntry): void {
  if (ours.createdAt < page.createdAt) page.createdAt = ours.createdAt
  if (ours.updatedAt > page.updatedAt) page.updatedAt = ours.updatedAt
}

/** Merges a file; its name and its bytes separately. */
function mergeFile(base: FileEntry | undefined, ours: FileEntry, theirs: FileEntry): MergedEntry<FileEntry> {
  const conflicts: Conflict[] = []
  const name = choose(base?.name, ours.name, theirs.name)
  if (name === 'both') conflicts.push({ kind: 'name', main: ours.name, changeRequest: theirs.name })
  const bytes = choose(base?.blob, ours.blob, theirs.blob)
  if (bytes === 'both') conflicts.push({ kind: 'file', main: ours, changeRequest: theirs })
  const entry = { ...(bytes === 'ours' ? ours : theirs), name: (name === 'ours' ? ours : theirs).name }
  takeOfSource(entry, ['path', 'importSource'], { base, ours, theirs })
  // Git's name is one of these bytes.
  if (ours.blob === theirs.blob) takeOfSource(entry, ['oid'], { base, ours, theirs })
  return { entry, conflicts }
}

/** Takes what is recorded of the source of an entry: what one side changed, and in a conflict that of the main side. */
function takeOfSource<Entry extends object>(
  entry: Entry,
  fields: readonly (keyof Entry)[],
  { base, ours, theirs }: { base: Entry | undefined; ours: Entry; theirs: Entry },
): void {
  for (const field of fields) {
    const side = choose(base?.[field], ours[field], theirs[field]) === 'theirs' ? theirs : ours
    takeField(entry, side, field)
  }
}

/** Merges a reusable content: its title and its text. */
function mergeReusable(
  base: ReusableContentEntry | undefined,
  ours: ReusableContentEntry,
  theirs: ReusableContentEntry,
  documents: MergedDocuments,
): MergedEntry<ReusableContentEntry> {
  const conflicts: Conflict[] = []
  const title = choose(base?.title, ours.title, theirs.title)
  if (title === 'both') conflicts.push({ kind: 'title', main: ours.title, changeRequest: theirs.title })
  const { document, conflict } = mergeDocument(base, ours, theirs, documents)
  if (conflict) conflicts.push({ kind: 'content' })
  const entry = { ...theirs, title: (title === 'ours' ? ours : theirs).title, document }
  takeOfSource(entry, ['git', 'importSource'], { base, ours, theirs })
  return { entry, conflicts }
}

/** An entry with a text: a page or a reusable content. */
export interface DocumentHolder {
  document: string | null
}

/** Merges the text of an entry. A text in conflict holds both sides between markers. */
function mergeDocument(
  base: DocumentHolder | undefined,
  ours: DocumentHolder,
  theirs: DocumentHolder,
  documents: MergedDocuments,
): MergedDocument {
  const hashes = [base?.document ?? null, ours.document, theirs.document] as const
  const choice = choose(...hashes)
  if (choice === 'both') return documents(...hashes)
  return { document: (choice === 'ours' ? ours : theirs).document, conflict: false }
}
