import { generateNKeysBetween } from 'fractional-indexing'
import type { RevisionDraft } from './revision-draft.ts'
import { childKey, childrenPrefix } from './revision-entries.ts'

/** Upper bound on the length of a new order key. Each insert at the same position makes the next key longer. */
const maxKeyLength = 32
/** Upper bound after a reassignment. Shorter, so that the next reassignment is not needed soon. */
const maxNewKeyLength = 16

const orderOf = (key: string | undefined) => key?.split('/')[1] ?? null

/**
 * Returns order keys for `count` new pages under `parent` at index `at`, zero-based; at the end if `at` is absent or
 * too large. Reads the neighbours only, however many siblings there are. If the keys of the neighbours are equal (two
 * sides of a merge chose the same) or leave space for long keys only, reassigns the keys of as few neighbours as
 * possible, without moving them.
 */
export async function allocateOrderKeys(
  draft: RevisionDraft,
  parent: string | null,
  at: number | undefined,
  count = 1,
): Promise<string[]> {
  const [from, to] = await draft.children.span(childrenPrefix(parent))
  const index = Math.min(from + (at ?? Number.POSITIVE_INFINITY), to)
  for (let reach = 0; ; reach = reach * 2 + 1) {
    const low = Math.max(from, index - reach)
    const high = Math.min(to, index + reach)
    const [before, after] = await Promise.all([keyAt(draft, low - 1, from, to), keyAt(draft, high, from, to)])
    if (before !== null && after !== null && before >= after) continue
    const keys = generateNKeysBetween(before, after, high - low + count)
    const isAll = low === from && high === to
    const maxLength = reach === 0 ? maxKeyLength : maxNewKeyLength
    if (!isAll && keys.some((key) => key.length > maxLength)) continue
    await reassignKeys(draft, low, keys.slice(0, index - low))
    await reassignKeys(draft, index, keys.slice(index - low + count))
    return keys.slice(index - low, index - low + count)
  }
}

async function keyAt({ children }: RevisionDraft, index: number, from: number, to: number): Promise<string | null> {
  return index < from || index >= to ? null : orderOf((await children.slice(index, index + 1))[0]?.[0])
}

/** Assigns new keys to the siblings from position `low` on; their positions stay the same. */
async function reassignKeys(draft: RevisionDraft, low: number, keys: string[]): Promise<void> {
  const ids = (await draft.children.slice(low, low + keys.length)).map(([, id]) => id)
  const pages = await draft.pages.getMany(ids)
  for (const [position, order] of keys.entries()) {
    const id = ids[position] ?? ''
    const page = pages.get(id)
    if (page && order !== page.order) draft.rekey(id, page, order)
  }
}

/**
 * Returns an order key directly after the page `after` of the same parent, or before all pages if `after` is null.
 * Returns `preferred` if it is such a key.
 */
export async function orderKeyAfter(
  draft: RevisionDraft,
  parent: string | null,
  after: { id: string; order: string } | null,
  preferred?: string,
): Promise<string> {
  const { children } = draft
  const [from, to] = await children.span(childrenPrefix(parent))
  const index = after === null ? from : (await children.span(childKey(after.id, { parent, order: after.order })))[0] + 1
  const next = await keyAt(draft, index, from, to)
  const fits =
    preferred !== undefined && (after === null || after.order < preferred) && (next === null || preferred < next)
  if (fits) return preferred
  const [order = ''] = await allocateOrderKeys(draft, parent, index - from)
  return order
}
