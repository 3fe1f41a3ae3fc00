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

/** Records all spaces of a deleted organization. */
export async function beginPurgesOf(step: Step<Tables>, organizationId: string, now: Date): Promise<void> {
  for (const isDeleted of [true, false]) {
    const some = ({ sql }: { sql: Sql }) =>
      record(
        unrecorded(sql)
          .where('organization_id', '=', organizationId)
          .where('deleted_at', isDeleted ? 'is not' : 'is', null)
          .orderBy('id'),
        sql,
        now,
      )
    while ((await step(some)) === spacesAtOnce);
  }
}

const unrecorded = (sql: Sql) =>
  sql
    .selectFrom('space')
    .select(['id as space_id', 'store', 'organization_id'])
    .where((where) =>
      where.not(where.exists(where.selectFrom('purge').select('space_id').whereRef('space_id', '=', 'space.id'))),
    )

const beginSome = (sql: Sql, now: Date): Promise<number> =>
  record(unrecorded(sql).where('deleted_at', '<', retainedSince(now)).orderBy('deleted_at'), sql, now)

/** Records some of the spaces, which are locked, so that none can be restored meanwhile. */
async function record(spaces: ReturnType<typeof unrecorded>, sql: Sql, now: Date): Promise<number> {
  const rows = await spaces.limit(spacesAtOnce).forNoKeyUpdate().execute()
  const values = rows.map((row) => ({ ...row, began_at: now }))
  if (values.length > 0) await sql.insertInto('purge').values(values).execute()
  return rows.length
}

/** True once a space is being removed for good and cannot be restored. The caller holds the lock on the space. */
export async function isBeingPurged(sql: Sql, spaceId: string): Promise<boolean> {
  const row = await sql.selectFrom('purge').select('space_id').where('space_id', '=', spaceId).executeTakeFirst()
  return row !== undefined
}
