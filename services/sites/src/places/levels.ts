import type { SiteItemKind } from '@quire/contracts'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/**
 * What has one order on a site: the spaces in a section (null: of a site without sections), or the sections and groups
 * in a group (null: at the top).
 */
export interface Level {
  siteId: string
  holds: 'spaces' | 'sections'
  parentId: string | null
}

/** Something that has a place on a level. */
export interface Item {
  kind: SiteItemKind
  id: string
  orderKey: string
}

/** The same with the level that it is on. */
export interface PlacedItem extends Item {
  level: Level
}

/** Where the place of each kind is kept. */
export const tables = {
  'site-space': { table: 'site_space', parent: 'section_id', holds: 'spaces' },
  'site-section': { table: 'site_section', parent: 'group_id', holds: 'sections' },
  'site-section-group': { table: 'site_section_group', parent: 'parent_id', holds: 'sections' },
} as const satisfies Record<SiteItemKind, { table: string; parent: string; holds: Level['holds'] }>

const kinds = Object.keys(tables) as SiteItemKind[]

/** The kinds of things on a level. */
export const kindsOn = ({ holds }: Pick<Level, 'holds'>) => kinds.filter((kind) => tables[kind].holds === holds)

/** Everything on a level, in its order. */
export async function itemsOn(sql: Sql, level: Level): Promise<Item[]> {
  const parts = kindsOn(level).map((kind) => {
    const { table, parent } = tables[kind]
    return raw`
      select ${kind}::text as kind, id, order_key from ${raw.table(table)}
      where site_id = ${level.siteId} and ${raw.ref(parent)} is not distinct from ${level.parentId}`
  })
  const { rows } = await raw<Item>`
    select kind, id, order_key as "orderKey" from (${raw.join(parts, raw` union all `)}) item
    order by order_key, id`.execute(sql)
  return rows
}

/** Something on a site, and the level that it is on. Needs `lockSite` where the place decides. */
export async function placeOf(
  sql: Sql,
  siteId: string,
  { kind, id }: Pick<Item, 'kind' | 'id'>,
): Promise<PlacedItem | undefined> {
  const { table, parent, holds } = tables[kind]
  const { rows } = await raw<{ orderKey: string; parentId: string | null }>`
    select order_key as "orderKey", ${raw.ref(parent)} as "parentId" from ${raw.table(table)}
    where id = ${id} and site_id = ${siteId}`.execute(sql)
  return rows[0] && { kind, id, orderKey: rows[0].orderKey, level: { siteId, holds, parentId: rows[0].parentId } }
}

/**
 * Rows `(id, place)` of all sections and groups of a site, whose order by `place` is that of the structure, read whole.
 * They are worked out once, however often a plan comes back to them.
 */
export const placesOn = (siteId: string): RawBuilder<{ id: string; place: string }> => raw`(
  with recursive group_place (id, place) as (
    select id, order_key from site_section_group where site_id = ${siteId} and parent_id is null
    union all
    select inner_group.id, group_place.place || '.' || inner_group.order_key
    from group_place join site_section_group inner_group
      on inner_group.site_id = ${siteId} and inner_group.parent_id = group_place.id
  ), item_place as materialized (
    select id, place from group_place
    union all
    select section.id, coalesce(group_place.place || '.', '') || section.order_key
    from site_section section left join group_place on group_place.id = section.group_id
    where section.site_id = ${siteId}
  )
  select id, place from item_place)`
