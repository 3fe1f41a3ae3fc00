import { anyOf, type Projection, type ProjectionContext } from '@quire/kit'
import { sql as raw, type SqlBool } from 'kysely'
import type { Sql, Tables } from '../database.ts'

/**
 * Makes a projection of spaces delete what integrations have about a purged space: the installations on it, whose secrets
 * nobody could remove any more, and the events about it. Deletion and restoration within seven days leave both.
 */
export const purgeSpaces = (projection: Projection): Projection => ({
  ...projection,
  async remove(context, keys) {
    await projection.remove(context, keys)
    const { sql } = context as unknown as ProjectionContext<Tables>
    await sql.deleteFrom('integration_content').where('space_id', '=', anyOf(keys)).execute()
    await deleteEventsAbout(sql, 'space', keys)
  },
})

/**
 * Deletes the events about spaces or sites that are gone for good; those that wait are not delivered. Call it after the
 * installations on them are deleted: a change of one that is not committed yet queues an event, and holds its row until then.
 */
export async function deleteEventsAbout(sql: Sql, kind: 'space' | 'site', ids: readonly string[]): Promise<void> {
  const about = raw.lit(`${kind}Id`)
  await sql.deleteFrom('integration_event').where(raw<SqlBool>`payload->>${about} = any(${ids}::text[])`).execute()
}
