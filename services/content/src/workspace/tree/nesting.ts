import { maxNesting } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { Parent } from './parents.ts'

/** Returns the ids of a collection and the collections around it, innermost first; deleted ones included. */
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
 * Throws 400 naming `field` if a parent cannot take a collection: the collection would contain itself, or it or a
 * collection in it would be nested too deep. Without an id, the collection is a new one. Needs `lockGrants`.
 */
export async function requireNestable(sql: Sql, collectionId: string | undefined, { parentId }: Parent, field: string) {
  const path = parentId === null ? [] : await pathOf(sql, parentId)
  if (collectionId !== undefined && path.includes(collectionId)) {
    throw badRequest(field, 'lies in the collection itself, which cannot be put there')
  }
  const height = collectionId === undefined ? 1 : await heightOf(sql, collectionId)
  if (path.length + height > maxNesting) throw badRequest(field, `collections nest at most ${maxNesting} deep`)
}

/** Returns the number of levels of a collection and the collections in it; deleted ones included. */
async function heightOf(sql: Sql, collectionId: string): Promise<number> {
  const { rows } = await raw<{ height: number }>`
    with recursive below(id, height) as (
      select ${collectionId}::text, 1
      union all
      select collection.id, height + 1 from below join collection on collection.parent_id = below.id
    ) select max(height)::int as height from below`.execute(sql)
  return rows[0]?.height ?? 1
}
