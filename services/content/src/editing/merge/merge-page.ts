import { type Conflict, type PageEntry, positionKey } from '../../storage/revisions/revision-entries.ts'
import { sameValue } from '../../storage/trees/tree-nodes.ts'

/** Merges three texts, given by their hashes; null is the empty text. */
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

/** Merges a page that both sides have, field by field. In a conflict the value of the change request stays. */
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

/** True if a page has changed in more than its position among its siblings. */
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
