import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { Thing } from './standing.ts'

/** A thing with all that lies in it, by id. The caller of `branchOf` decides whether deleted things count. */
export interface Branch {
  collectionIds: string[]
  spaceIds: string[]
}

/**
 * The branch that begins with a space or a collection, in two statements. Needs `lockGrants`, or it may grow meanwhile.
 */
export async function branchOf(sql: Sql, { kind, id }: Thing, { deleted }: { deleted: boolean }): Promise<Branch> {
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
