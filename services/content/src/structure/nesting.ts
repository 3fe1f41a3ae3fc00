import { deepestNesting } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { Place } from './places.ts'

/** A collection's own id and those of the collections around it, outwards; deleted ones too. */
export async function pathOf(sql: Sql, collectionId: string): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    with recursive path(id, parent_id, distance) as (
      select id, parent_id, 0 from collection where id = ${collectionId}
      union all
      select collection.id, collection.parent_id, distance + 1 from path join collection on collection.id = path.parent_id
    ) select id from path order by distance`.execute(sql)
  return rows.map(({ id }) => id)
}

/**
 * 400 naming `field` where a collection cannot lie in a place: it would lie in itself, or it or a collection in it
 * would lie too deep. Without an id it is about a new collection. Needs `lockGrants`.
 */
export async function requireRoom(sql: Sql, collectionId: string | undefined, { parentId }: Place, field: string) {
  const path = parentId === null ? [] : await pathOf(sql, parentId)
  if (collectionId !== undefined && path.includes(collectionId)) {
    throw badRequest(field, 'lies in the collection itself, which cannot be put there')
  }
  const height = collectionId === undefined ? 1 : await heightOf(sql, collectionId)
  if (path.length + height > deepestNesting) throw badRequest(field, `collections nest at most ${deepestNesting} deep`)
}

/** How many collections lie in each other from this one down, itself included; deleted ones too. */
async function heightOf(sql: Sql, collectionId: string): Promise<number> {
  const { rows } = await raw<{ height: number }>`
    with recursive below(id, height) as (
      select ${collectionId}::text, 1
      union all
      select collection.id, height + 1 from below join collection on collection.parent_id = below.id
    ) select max(height)::int as height from below`.execute(sql)
  return rows[0]?.height ?? 1
}
