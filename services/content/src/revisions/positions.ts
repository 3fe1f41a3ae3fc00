import { generateNKeysBetween } from 'fractional-indexing'
import type { RevisionDraft } from './draft.ts'
import { childKey, childrenPrefix } from './entries.ts'

/** The longest order key that is given: each insert at one place makes the next key there longer. */
const longestKey = 32
/** The longest key when a neighbourhood gets new ones: shorter, so that it is not soon done again. */
const longestNewKey = 16

const orderOf = (key: string | undefined) => key?.split('/')[1] ?? null

/**
 * Order keys for `count` new pages under `parent` at index `at`, zero-based; at the end when `at` is absent or too
 * large. Reads the neighbours only, however many siblings there are. Where their keys are equal (two sides of a merge
 * chose the same) or leave room for long ones only, as few neighbours as possible get new keys; that moves none of
 * them.
 */
export async function makeRoom(
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
    const longest = reach === 0 ? longestKey : longestNewKey
    if (!isAll && keys.some((key) => key.length > longest)) continue
    await respread(draft, low, keys.slice(0, index - low))
    await respread(draft, index, keys.slice(index - low + count))
    return keys.slice(index - low, index - low + count)
  }
}

async function keyAt({ children }: RevisionDraft, index: number, from: number, to: number): Promise<string | null> {
  return index < from || index >= to ? null : orderOf((await children.slice(index, index + 1))[0]?.[0])
}

/** Gives the siblings from position `low` on these keys; they count as put where they were. */
async function respread(draft: RevisionDraft, low: number, keys: string[]): Promise<void> {
  const ids = (await draft.children.slice(low, low + keys.length)).map(([, id]) => id)
  const pages = await draft.pages.getMany(ids)
  for (const [position, order] of keys.entries()) {
    const id = ids[position] ?? ''
    const page = pages.get(id)
    if (page && order !== page.order) draft.rekey(id, page, order)
  }
}

/**
 * An order key right behind the page `after` of the same parent, or first where it is null: `wished` if
 * that lies there.
 */
export async function orderBehind(
  draft: RevisionDraft,
  parent: string | null,
  after: { id: string; order: string } | null,
  wished?: string,
): Promise<string> {
  const { children } = draft
  const [from, to] = await children.span(childrenPrefix(parent))
  const index = after === null ? from : (await children.span(childKey(after.id, { parent, order: after.order })))[0] + 1
  const next = await keyAt(draft, index, from, to)
  const lies = wished !== undefined && (after === null || after.order < wished) && (next === null || wished < next)
  if (lies) return wished
  const [order = ''] = await makeRoom(draft, parent, index - from)
  return order
}
