import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { Parent } from './parents.ts'
import { childrenOf, type Kind, nearest, type Sibling } from './siblings.ts'

/** The length of a key beyond which all children get new keys: keys grow with repeated moves into the same gap. */
const maxKeyLength = 64

/** A gap among siblings: right before one, right after one, or behind all of them. */
export type Gap = { before: Sibling } | { after: Sibling } | 'last'

/** Returns the position behind all children of a parent. Needs `lockGrants`, like all functions here. */
export const lastPosition = (sql: Sql, parent: Parent): Promise<string> => positionIn(sql, parent, 'last')

/** Finds the siblings on both sides of a gap, without the one that has the id `but`. */
async function sidesOf(sql: Sql, parent: Parent, gap: Gap, but?: string) {
  if (gap === 'last') return [await nearest(sql, parent, 'before', { but }), undefined] as const
  if ('after' in gap) return [gap.after, await nearest(sql, parent, 'after', { of: gap.after, but })] as const
  return [await nearest(sql, parent, 'before', { of: gap.before, but }), gap.before] as const
}

/** True if a child of the parent is in the gap already. */
export async function isIn(sql: Sql, parent: Parent, gap: Gap, one: Sibling): Promise<boolean> {
  const [left, right] = await sidesOf(sql, parent, gap, one.id)
  return (!left || isBehind(one, left)) && (!right || isBehind(right, one))
}

const isBehind = (one: Sibling, other: Sibling) =>
  one.position === other.position ? one.id > other.id : one.position > other.position

/** Returns a position in a gap. If the neighbours have the same key, as after a restore, all children get new keys. */
export async function positionIn(sql: Sql, parent: Parent, gap: Gap, but?: string): Promise<string> {
  const [left, right] = await sidesOf(sql, parent, gap, but)
  const key = between(left, right)
  if (key !== undefined) return key
  const renewed = await renewKeys(sql, parent)
  const again = (one: Sibling | undefined) => (one ? (renewed.get(one.id) ?? null) : null)
  return generateKeyBetween(again(left), again(right))
}

function between(left: Sibling | undefined, right: Sibling | undefined): string | undefined {
  if (left && right && left.position >= right.position) return undefined
  const key = generateKeyBetween(left?.position ?? null, right?.position ?? null)
  return key.length > maxKeyLength ? undefined : key
}

/** Gives all children evenly spread keys, in the same order. Emits no event, since no resource changes. */
async function renewKeys(sql: Sql, parent: Parent): Promise<Map<string, string>> {
  const all = await childrenOf(sql, parent)
  const keys = generateNKeysBetween(null, null, all.length)
  const renewed = new Map(all.map(({ id }, index) => [id, keys[index] ?? '']))
  for (const kind of ['space', 'collection'] satisfies Kind[]) {
    const ids = all.filter((one) => one.kind === kind).map(({ id }) => id)
    await raw`
      update ${raw.table(kind)} set position = renewed.position
      from unnest(${ids}::text[], ${ids.map((id) => renewed.get(id))}::text[]) renewed (id, position)
      where ${raw.table(kind)}.id = renewed.id`.execute(sql)
  }
  return renewed
}
