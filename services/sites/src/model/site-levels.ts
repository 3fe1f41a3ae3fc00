import type { SiteItemKind } from '@quire/contracts'
import { type RawBuilder, sql as raw, type Selectable } from 'kysely'
import type { Sql, Tables } from '../database.ts'

/**
 * A list on a site that has one order: the spaces in a section (null: of a site without sections), or the sections and
 * groups in a group (null: at the top).
 */
export interface Level {
  siteId: string
  holds: 'spaces' | 'sections'
  parentId: string | null
}

/** An element of a level. */
export interface Item {
  kind: SiteItemKind
  id: string
  orderKey: string
}

/** An element with the level that it is on. */
export interface PositionedItem extends Item {
  level: Level
}

/** The table and the parent column of each kind. */
export const tables = {
  'site-space': { table: 'site_space', parent: 'section_id', holds: 'spaces' },
  'site-section': { table: 'site_section', parent: 'group_id', holds: 'sections' },
  'site-section-group': { table: 'site_section_group', parent: 'parent_id', holds: 'sections' },
} as const satisfies Record<SiteItemKind, { table: string; parent: string; holds: Level['holds'] }>

const kinds = Object.keys(tables) as SiteItemKind[]

/** Returns the kinds of elements on a level. */
export const kindsOn = ({ holds }: Pick<Level, 'holds'>) => kinds.filter((kind) => tables[kind].holds === holds)

/** Returns the elements of a level, in order. */
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

/** Returns an element of a site with its level. Needs `lockSite` if the position decides a write. */
export async function positionOf(
  sql: Sql,
  siteId: string,
  { kind, id }: Pick<Item, 'kind' | 'id'>,
): Promise<PositionedItem | undefined> {
  const { table, parent, holds } = tables[kind]
  const { rows } = await raw<{ orderKey: string; parentId: string | null }>`
    select order_key as "orderKey", ${raw.ref(parent)} as "parentId" from ${raw.table(table)}
    where id = ${id} and site_id = ${siteId}`.execute(sql)
  return rows[0] && { kind, id, orderKey: rows[0].orderKey, level: { siteId, holds, parentId: rows[0].parentId } }
}

/**
 * Rows `(id, sort_key)` of all sections and groups of a site, whose order by `sort_key` is that of the whole structure.
 * Materialized, because a plan may scan the rows many times.
 */
export const sortKeysOn = (siteId: string): RawBuilder<{ id: string; sort_key: string }> => raw`(
  with recursive group_key (id, sort_key) as (
    select id, order_key from site_section_group where site_id = ${siteId} and parent_id is null
    union all
    select inner_group.id, group_key.sort_key || '.' || inner_group.order_key
    from group_key join site_section_group inner_group
      on inner_group.site_id = ${siteId} and inner_group.parent_id = group_key.id
  ), item_key as materialized (
    select id, sort_key from group_key
    union all
    select section.id, coalesce(group_key.sort_key || '.', '') || section.order_key
    from site_section section left join group_key on group_key.id = section.group_id
    where section.site_id = ${siteId}
  )
  select id, sort_key from item_key)`

export type SectionRow = Selectable<Tables['site_section']>
export type SectionGroupRow = Selectable<Tables['site_section_group']>
