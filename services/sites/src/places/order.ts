import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { type Item, itemsOn, kindsOn, type Level, tables } from './levels.ts'

/*
 * Order by keys between those of the neighbours. All of these need `lockSite`. No event tells of an order: only the
 * site's own lists show it.
 */

/** Keys grow where things are moved into the same gap again and again. Beyond this length all on the level get new ones. */
const longestKey = 64

/** A gap on a level: right before one, right after one, or behind all. */
export type Gap = { before: Pick<Item, 'id'> } | { after: Pick<Item, 'id'> } | 'last'

/** Keys for `count` things behind everything on a level. */
export async function keysBehind(sql: Sql, level: Level, count: number): Promise<string[]> {
  const last = (await itemsOn(sql, level)).at(-1)
  return generateNKeysBetween(last?.orderKey ?? null, null, count)
}

/** Puts something into a gap on a level, from wherever on the site it is. */
export async function putInto(sql: Sql, level: Level, item: Item, gap: Gap): Promise<void> {
  const others = (await itemsOn(sql, level)).filter(({ id }) => id !== item.id)
  const index = indexOf(others, gap)
  const key = generateKeyBetween(others[index - 1]?.orderKey ?? null, others[index]?.orderKey ?? null)
  if (key.length > longestKey) return arrange(sql, level, others.toSpliced(index, 0, item))
  return write(sql, level, [{ ...item, orderKey: key }])
}

function indexOf(items: Item[], gap: Gap): number {
  if (gap === 'last') return items.length
  if ('before' in gap) return items.findIndex(({ id }) => id === gap.before.id)
  return items.findIndex(({ id }) => id === gap.after.id) + 1
}

/** Makes exactly these the things on a level, in this order. */
export async function arrange(sql: Sql, level: Level, items: readonly Item[]): Promise<void> {
  const keys = generateNKeysBetween(null, null, items.length)
  await write(
    sql,
    level,
    items.map((item, index) => ({ ...item, orderKey: keys[index] ?? item.orderKey })),
  )
}

async function write(sql: Sql, level: Level, items: readonly Item[]): Promise<void> {
  for (const kind of kindsOn(level)) {
    const placed = items.filter((item) => item.kind === kind)
    if (placed.length === 0) continue
    const { table, parent } = tables[kind]
    await raw`
      update ${raw.table(table)} one set order_key = placed.order_key, ${raw.ref(parent)} = ${level.parentId}
      from unnest(${placed.map(({ id }) => id)}::text[], ${placed.map(({ orderKey }) => orderKey)}::text[])
        placed (id, order_key)
      where one.id = placed.id and one.site_id = ${level.siteId}`.execute(sql)
  }
}
