import type { Step } from '@quire/kit'
import type { Sql, Tables } from '../../database.ts'

/** Time in which a deleted space or collection can be restored; afterwards it is purged (docs/interface.md#spaces). */
const retentionMs = 7 * 24 * 3600_000

/** The moment before which deleted spaces and collections can no longer be restored. */
export const retainedSince = (now: Date): Date => new Date(now.getTime() - retentionMs)

const spacesAtOnce = 100

/** Records every space whose retention is over. A recorded purge continues to its end, whatever clocks say. */
export async function beginPurges(step: Step<Tables>, now: Date): Promise<void> {
  while ((await step(({ sql }) => beginSome(sql, now))) === spacesAtOnce);
}

async function beginSome(sql: Sql, now: Date): Promise<number> {
  // Locked, so that the space cannot be restored meanwhile.
  const rows = await sql
    .selectFrom('space')
    .select(['id as space_id', 'store'])
    .where('deleted_at', '<', retainedSince(now))
    .where((where) =>
      where.not(where.exists(where.selectFrom('purge').select('space_id').whereRef('space_id', '=', 'space.id'))),
    )
    .orderBy('deleted_at')
    .limit(spacesAtOnce)
    .forNoKeyUpdate()
    .execute()
  const values = rows.map((row) => ({ ...row, began_at: now }))
  if (values.length > 0) await sql.insertInto('purge').values(values).execute()
  return rows.length
}

/** True once a space is being removed for good and cannot be restored. The caller holds the lock on the space. */
export async function isBeingPurged(sql: Sql, spaceId: string): Promise<boolean> {
  const row = await sql.selectFrom('purge').select('space_id').where('space_id', '=', spaceId).executeTakeFirst()
  return row !== undefined
}
