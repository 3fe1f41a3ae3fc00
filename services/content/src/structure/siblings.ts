import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { Place } from './places.ts'

/** One of the spaces and collections of a place, and what orders them: the position, then the id. */
export interface Sibling {
  id: string
  position: string
}

export type Kind = 'space' | 'collection'
const kinds: readonly Kind[] = ['space', 'collection']
const parentColumn = { space: 'collection_id', collection: 'parent_id' } as const

/** Whether a row of the kind's table lies in the place. */
function liesIn({ organizationId, parentId }: Place, kind: Kind): RawBuilder<unknown> {
  const parent = raw.ref(parentColumn[kind])
  if (parentId === null) return raw`organization_id = ${organizationId} and ${parent} is null`
  return raw`${parent} = ${parentId}`
}

/** A live space or collection of the place, by its id. */
export async function siblingIn(sql: Sql, place: Place, kind: Kind, id: string): Promise<Sibling | undefined> {
  const { rows } = await raw<Sibling>`
    select id, position from ${raw.table(kind)}
    where id = ${id} and ${liesIn(place, kind)} and deleted_at is null`.execute(sql)
  return rows[0]
}

interface SiblingSearch {
  /** The sibling to start from; where it is absent, the end. */
  of?: Sibling | undefined
  /** The id of a thing that is ignored, as if it were not there. */
  but?: string | undefined
}

/** The nearest live sibling on one side of another, or the first or the last one of all. */
export async function nearest(
  sql: Sql,
  place: Place,
  side: 'before' | 'after',
  asked: SiblingSearch = {},
): Promise<Sibling | undefined> {
  const { rows } = await nearestQuery(place, side, asked).execute(sql)
  return rows[0]
}

/** The query of `nearest`: it reads one row of each table, however many lie in the place. */
export function nearestQuery(
  place: Place,
  side: 'before' | 'after',
  { of, but = '' }: SiblingSearch,
): RawBuilder<Sibling> {
  const [direction, operator] = side === 'after' ? [raw`asc`, raw`>`] : [raw`desc`, raw`<`]
  const order = raw`order by position ${direction}, id ${direction} limit 1`
  const found = kinds.map(
    (kind) => raw`(
      select id, position from ${raw.table(kind)}
      where ${liesIn(place, kind)} and deleted_at is null and id <> ${but}
        ${of ? raw`and (position, id) ${operator} (${of.position}, ${of.id})` : raw``}
      ${order})`,
  )
  return raw`select * from (${raw.join(found, raw` union all `)}) sibling ${order}`
}

/** All that lies in the place, deleted or not, in its order. */
export async function allIn(sql: Sql, place: Place): Promise<{ kind: Kind; id: string }[]> {
  const found = kinds.map(
    (kind) => raw`select ${raw.lit(kind)} as kind, id, position from ${raw.table(kind)} where ${liesIn(place, kind)}`,
  )
  const { rows } = await raw<{ kind: Kind; id: string }>`
    select kind, id from (${raw.join(found, raw` union all `)}) sibling order by position, id`.execute(sql)
  return rows
}
