import { type Conflict, type PageEntry, placeKey } from '../revisions/entries.ts'
import { sameValue } from '../trees/nodes.ts'

/** Merges the three texts named by their hashes; null is an empty one. */
export type MergeDocuments = (
  base: string | null,
  ours: string | null,
  theirs: string | null,
) => Promise<{ document: string | null; conflict: boolean }>

interface MergedPage {
  page: PageEntry
  conflicts: Conflict[]
}

type Field = Exclude<keyof PageEntry, 'document' | 'order' | 'placed' | 'createdAt' | 'updatedAt' | 'git'>

/** Merges one page that exists on both sides, field by field. In a conflict the change request's value stays. */
export async function mergePage(
  base: PageEntry | undefined,
  ours: PageEntry,
  theirs: PageEntry,
  mergeDocuments: MergeDocuments,
): Promise<MergedPage> {
  const merged: MergedPage = { page: { ...theirs }, conflicts: [] }
  for (const field of fields(ours, theirs)) {
    const choice = choose(base?.[field], ours[field], theirs[field])
    if (choice === 'ours') takeField(merged.page, ours, field)
    if (choice === 'both') merged.conflicts.push({ kind: field, main: ours[field], changeRequest: theirs[field] })
  }
  if (choose(base?.git, ours.git, theirs.git) !== 'theirs') takeField(merged.page, ours, 'git')
  mergeOrder(merged.page, base, ours, theirs)
  mergeTimes(merged.page, ours)

  const choice = choose(base?.document ?? null, ours.document, theirs.document)
  if (choice === 'ours') merged.page.document = ours.document
  if (choice !== 'both') return merged
  const { document, conflict } = await mergeDocuments(base?.document ?? null, ours.document, theirs.document)
  merged.page.document = document
  if (conflict) merged.conflicts.push({ kind: 'content' })
  return merged
}

/** Whether a page was changed by more than its place among its siblings. */
export function edited(base: PageEntry, page: PageEntry): boolean {
  const timeless = { order: '', placed: undefined, createdAt: '', updatedAt: '' }
  return !sameValue({ ...base, ...timeless }, { ...page, ...timeless })
}

export function choose(base: unknown, ours: unknown, theirs: unknown): 'ours' | 'theirs' | 'both' {
  if (sameValue(ours, theirs) || sameValue(ours, base)) return 'theirs'
  return sameValue(theirs, base) ? 'ours' : 'both'
}

const own = new Set<string>(['document', 'order', 'placed', 'createdAt', 'updatedAt', 'git'])

function fields(ours: PageEntry, theirs: PageEntry): Field[] {
  const isField = (key: string): key is Field => !own.has(key)
  return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].filter(isField).sort()
}

function takeField(page: PageEntry, from: PageEntry, field: keyof PageEntry): void {
  if (from[field] === undefined) Reflect.deleteProperty(page, field)
  else Object.assign(page, { [field]: from[field] })
}

/**
 * An order key has a meaning among its siblings only. Two moves among siblings are no conflict, and a key that was
 * chosen anew is no move.
 */
function mergeOrder(page: PageEntry, base: PageEntry | undefined, ours: PageEntry, theirs: PageEntry): void {
  const moved = (side: PageEntry) => !base || side.parent !== base.parent || placeKey(side) !== placeKey(base)
  const isOurs = page.parent !== theirs.parent || (page.parent === ours.parent && (moved(ours) || !moved(theirs)))
  if (isOurs) for (const field of ['order', 'placed'] as const) takeField(page, ours, field)
}

function mergeTimes(page: PageEntry, ours: PageEntry): void {
  if (ours.createdAt < page.createdAt) page.createdAt = ours.createdAt
  if (ours.updatedAt > page.updatedAt) page.updatedAt = ours.updatedAt
}
