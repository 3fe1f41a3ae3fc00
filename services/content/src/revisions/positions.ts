import { generateNKeysBetween } from 'fractional-indexing'
import type { TreeDraft } from '../trees/tree-draft.ts'
import { childrenPrefix } from './entries.ts'

/** Order keys for new siblings, and new keys for those behind them that shared their predecessor's. */
export interface Positions {
  orders: string[]
  moved: { id: string; order: string }[]
}

const orderOf = (key: string | undefined) => key?.split('/')[1] ?? null

/**
 * Room for `count` pages under `parent` at index `at`, zero-based; at the end when `at` is absent or too large.
 * Reads the neighbours only, however many siblings there are.
 */
export async function positionsAt(
  children: TreeDraft<string>,
  parent: string | null,
  at: number | undefined,
  count = 1,
): Promise<Positions> {
  const [from, to] = await children.span(childrenPrefix(parent))
  const index = Math.min(from + (at ?? Number.POSITIVE_INFINITY), to)
  const before = index > from ? orderOf((await children.slice(index - 1, index))[0]?.[0]) : null
  // Two sides of a merge may have chosen the same key: those behind the new page must give way.
  const tied = before === null ? [] : await tiedBehind(children, index, to, before)
  const behind = index + tied.length
  const after = behind < to ? orderOf((await children.slice(behind, behind + 1))[0]?.[0]) : null
  const keys = generateNKeysBetween(before, after, count + tied.length)
  return {
    orders: keys.slice(0, count),
    moved: keys.slice(count).flatMap((order, position) => {
      const id = tied[position]
      return id === undefined ? [] : [{ id, order }]
    }),
  }
}

async function tiedBehind(children: TreeDraft<string>, index: number, to: number, order: string): Promise<string[]> {
  const tied: string[] = []
  for (let at = index; at < to; at++) {
    const [entry] = await children.slice(at, at + 1)
    if (!entry || orderOf(entry[0]) !== order) break
    tied.push(entry[1])
  }
  return tied
}
