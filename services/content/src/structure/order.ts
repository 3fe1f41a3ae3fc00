import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { Place } from './places.ts'
import { allIn, type Kind, nearest, type Sibling } from './siblings.ts'

/**
 * Keys grow where things are moved into the same gap again and again. Beyond this length all in the place get new ones.
 */
const longestKey = 64

/** A gap among siblings: right after one, right before another, or, where neither is given, behind all of them. */
export type Gap = { before: Sibling } | { after: Sibling } | 'last'

/** The position behind everything in a place. Needs `lockGrants`, as all of these do. */
export const lastIn = (sql: Sql, place: Place): Promise<string> => positionIn(sql, place, 'last')

/** The siblings on both sides of a gap, as if the one with the id `but` were not there. */
async function sidesOf(sql: Sql, place: Place, gap: Gap, but?: string) {
  if (gap === 'last') return [await nearest(sql, place, 'before', { but }), undefined] as const
  if ('after' in gap) return [gap.after, await nearest(sql, place, 'after', { of: gap.after, but })] as const
  return [await nearest(sql, place, 'before', { of: gap.before, but }), gap.before] as const
}

/** Whether something that lies in the place is in the gap already. */
export async function isIn(sql: Sql, place: Place, gap: Gap, one: Sibling): Promise<boolean> {
  const [left, right] = await sidesOf(sql, place, gap, one.id)
  return (!left || isBehind(one, left)) && (!right || isBehind(right, one))
}

const isBehind = (one: Sibling, other: Sibling) =>
  one.position === other.position ? one.id > other.id : one.position > other.position

/** A position in a gap of a place. A restored thing may have the key of another: then all in the place get new keys. */
export async function positionIn(sql: Sql, place: Place, gap: Gap, but?: string): Promise<string> {
  const [left, right] = await sidesOf(sql, place, gap, but)
  const key = between(left, right)
  if (key !== undefined) return key
  const renewed = await renew(sql, place)
  const again = (one: Sibling | undefined) => (one ? (renewed.get(one.id) ?? null) : null)
  return generateKeyBetween(again(left), again(right))
}

function between(left: Sibling | undefined, right: Sibling | undefined): string | undefined {
  if (left && right && left.position >= right.position) return undefined
  const key = generateKeyBetween(left?.position ?? null, right?.position ?? null)
  return key.length > longestKey ? undefined : key
}

/** Spreads the keys in a place evenly again, in the same order. No event tells of it: nothing that is shown changed. */
async function renew(sql: Sql, place: Place): Promise<Map<string, string>> {
  const all = await allIn(sql, place)
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
