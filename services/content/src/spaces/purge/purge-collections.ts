import { collection } from '@quire/contracts'
import type { Step } from '@quire/kit'
import type { Sql, Tables, Writer } from '../../database.ts'
import { removeGrantsOn } from './purge-space.ts'
import { retainedSince } from './retention.ts'

const collectionsAtOnce = 100

/**
 * Removes the empty collections whose retention is over, from the innermost outwards; returns their number.
 */
export async function purgeCollections(step: Step<Tables>, sql: Sql, now: Date, rowsAtOnce: number): Promise<number> {
  let removed = 0
  for (;;) {
    const ids = await emptyOnes(sql, now)
    if (ids.length === 0) return removed
    for (const id of ids) {
      while ((await step((writing) => removeGrantsOn(writing, id, rowsAtOnce))) === rowsAtOnce);
      removed += await step((writing) => removeCollection(writing, id, now))
    }
  }
}

async function emptyOnes(sql: Sql, now: Date): Promise<string[]> {
  const rows = await empty(sql, now).select('collection.id').limit(collectionsAtOnce).execute()
  return rows.map((row) => row.id)
}

const empty = (sql: Sql, now: Date) =>
  sql
    .selectFrom('collection')
    .where('collection.deleted_at', '<', retainedSince(now))
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('space').select('space.id').whereRef('space.collection_id', '=', 'collection.id'),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('collection as inner').select('inner.id').whereRef('inner.parent_id', '=', 'collection.id'),
        ),
      ),
    )

/** Removes a collection. Foreign keys prevent it if the collection got a child meanwhile. */
async function removeCollection({ sql, emit }: Writer, id: string, now: Date): Promise<number> {
  const row = await sql
    .deleteFrom('collection')
    .where('id', '=', id)
    .where('id', 'in', empty(sql, now).select('collection.id').where('collection.id', '=', id))
    .returning('version')
    .executeTakeFirst()
  if (row) emit(collection.removed, { key: id, version: Number(row.version) + 1 })
  return row ? 1 : 0
}
