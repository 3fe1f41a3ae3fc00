import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { type Item, itemsOn, kindsOn, type Level, tables } from './site-levels.ts'

/*
 * Orders elements by keys between those of their neighbours. All functions need `lockSite`. No event carries an order:
 * only the lists of the site present it.
 */

/** Keys grow when elements are moved into the same gap repeatedly. Beyond this length the whole level gets new keys. */
const maxKeyLength = 64

/** A gap on a level: before an element, after one, or at the end. */
export type Gap = { before: Pick<Item, 'id'> } | { after: Pick<Item, 'id'> } | 'last'

/** Returns keys for `count` elements at the end of a level. */
export async function keysAfterLast(sql: Sql, level: Level, count: number): Promise<string[]> {
  const last = (await itemsOn(sql, level)).at(-1)
  return generateNKeysBetween(last?.orderKey ?? null, null, count)
}

/** Moves an element into a gap on a level, from anywhere on the site. */
export async function moveToGap(sql: Sql, level: Level, item: Item, gap: Gap): Promise<void> {
  const others = (await itemsOn(sql, level)).filter(({ id }) => id !== item.id)
  const index = indexOf(others, gap)
  const key = generateKeyBetween(others[index - 1]?.orderKey ?? null, others[index]?.orderKey ?? null)
  if (key.length > maxKeyLength) return arrange(sql, level, others.toSpliced(index, 0, item))
  return write(sql, level, [{ ...item, orderKey: key }])
}

function indexOf(items: Item[], gap: Gap): number {
  if (gap === 'last') return items.length
  if ('before' in gap) return items.findIndex(({ id }) => id === gap.before.id)
  return items.findIndex(({ id }) => id === gap.after.id) + 1
}

/** Makes these elements the content of a level, in this order. */
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
    const moved = items.filter((item) => item.kind === kind)
    if (moved.length === 0) continue
    const { table, parent } = tables[kind]
    await raw`
      update ${raw.table(table)} one set order_key = moved.order_key, ${raw.ref(parent)} = ${level.parentId}
      from unnest(${moved.map(({ id }) => id)}::text[], ${moved.map(({ orderKey }) => orderKey)}::text[])
        moved (id, order_key)
      where one.id = moved.id and one.site_id = ${level.siteId}`.execute(sql)
  }
}
