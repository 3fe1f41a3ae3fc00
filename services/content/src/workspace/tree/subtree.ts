import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { ScopeRef } from './scope-access.ts'

/**
 * The ids of a space or collection and everything in it. The caller of `subtreeOf` decides whether deleted ones count.
 */
export interface Subtree {
  collectionIds: string[]
  spaceIds: string[]
}

/**
 * Reads the subtree of a space or collection, in two statements. Needs `lockGrants`, or the subtree may grow meanwhile.
 */
export async function subtreeOf(sql: Sql, { kind, id }: ScopeRef, { deleted }: { deleted: boolean }): Promise<Subtree> {
  if (kind === 'space') return { collectionIds: [], spaceIds: [id] }
  const live = deleted ? raw`` : raw`and deleted_at is null`
  const { rows: collections } = await raw<{ id: string }>`
    with recursive below(id) as (
      select ${id}::text
      union all select collection.id from below join collection on collection.parent_id = below.id ${live}
    ) select id from below`.execute(sql)
  const collectionIds = collections.map((row) => row.id)
  const { rows: spaces } = await raw<{ id: string }>`
    select id from space where collection_id = any(${collectionIds}::text[]) ${live}`.execute(sql)
  return { collectionIds, spaceIds: spaces.map((row) => row.id) }
}
