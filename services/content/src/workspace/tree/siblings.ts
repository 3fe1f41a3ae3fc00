import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { Parent } from './parents.ts'

/** A child of a parent. Siblings are ordered by position, then by id. */
export interface Sibling {
  id: string
  position: string
}

export type Kind = 'space' | 'collection'
const kinds: readonly Kind[] = ['space', 'collection']
const parentColumn = { space: 'collection_id', collection: 'parent_id' } as const

/** The condition on rows of the kind's table that selects the children of a parent. */
function isChildOf({ organizationId, parentId }: Parent, kind: Kind): RawBuilder<unknown> {
  const parent = raw.ref(parentColumn[kind])
  if (parentId === null) return raw`organization_id = ${organizationId} and ${parent} is null`
  return raw`${parent} = ${parentId}`
}

/** Finds a child by its id, unless it is deleted. */
export async function siblingIn(sql: Sql, parent: Parent, kind: Kind, id: string): Promise<Sibling | undefined> {
  const { rows } = await raw<Sibling>`
    select id, position from ${raw.table(kind)}
    where id = ${id} and ${isChildOf(parent, kind)} and deleted_at is null`.execute(sql)
  return rows[0]
}

interface SiblingSearch {
  /** The sibling to start from; absent: the first or last one of all. */
  of?: Sibling | undefined
  /** The id of a sibling to ignore. */
  but?: string | undefined
}

/** Finds the nearest sibling on one side of another, or the first or last of all; deleted ones do not count. */
export async function nearest(
  sql: Sql,
  parent: Parent,
  side: 'before' | 'after',
  search: SiblingSearch = {},
): Promise<Sibling | undefined> {
  const { rows } = await nearestQuery(parent, side, search).execute(sql)
  return rows[0]
}

/** The query of `nearest`: reads one row of each table, however many children the parent has. */
export function nearestQuery(
  parent: Parent,
  side: 'before' | 'after',
  { of, but = '' }: SiblingSearch,
): RawBuilder<Sibling> {
  const [direction, operator] = side === 'after' ? [raw`asc`, raw`>`] : [raw`desc`, raw`<`]
  const order = raw`order by position ${direction}, id ${direction} limit 1`
  const found = kinds.map(
    (kind) => raw`(
      select id, position from ${raw.table(kind)}
      where ${isChildOf(parent, kind)} and deleted_at is null and id <> ${but}
        ${of ? raw`and (position, id) ${operator} (${of.position}, ${of.id})` : raw``}
      ${order})`,
  )
  return raw`select * from (${raw.join(found, raw` union all `)}) sibling ${order}`
}

/** Reads all children, deleted ones included, in their order. */
export async function childrenOf(sql: Sql, parent: Parent): Promise<{ kind: Kind; id: string }[]> {
  const found = kinds.map(
    (kind) =>
      raw`select ${raw.lit(kind)} as kind, id, position from ${raw.table(kind)} where ${isChildOf(parent, kind)}`,
  )
  const { rows } = await raw<{ kind: Kind; id: string }>`
    select kind, id from (${raw.join(found, raw` union all `)}) sibling order by position, id`.execute(sql)
  return rows
}
