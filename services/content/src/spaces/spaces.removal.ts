import type { spaceOperations } from '@quire/contracts'
import { absent, conflict, deleted, type Input, notFound } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { lockRights } from '../grants/lock.ts'
import { isBeingPurged } from '../purge/begin.ts'
import { retainedSince } from '../purge/retention.ts'
import { restoreCollectionsAround } from '../structure/restore-collections.ts'
import { changeSpace, type SpaceRow } from '../structure/spaces.state.ts'
import { showSpace } from './spaces.present.ts'

/** Gone for everyone; for seven days it can be restored (docs/interface.md#spaces). */
export async function deleteSpace(context: ContentContext & Input<typeof spaceOperations.deleteSpaceById>) {
  if (context.access.isUnknown) return absent()
  const row = await lockInPlace(context)
  if (!row || row.deleted_at) return absent()
  await changeSpace(context, row.id, { deleted_at: context.deps.now() })
  await context.deps.counters.mark(context, { scopes: [row.id] })
  return deleted()
}

/** As it was, where it was. Deleted collections that it lies in come back with it (docs/adr/0021). */
export async function restoreSpace(context: ContentContext & Input<typeof spaceOperations.restoreSpace>) {
  const { sql, access, deps } = context
  const row = await lockInPlace(context)
  if (!row) throw notFound('The space')
  if (!row.deleted_at) throw conflict('The space is not deleted.')
  if (new Date(row.deleted_at) < retainedSince(deps.now()) || (await isBeingPurged(sql, row.id))) {
    throw notFound('A space deleted in the last seven days with this id')
  }
  if (row.collection_id !== null) await restoreCollectionsAround(context, row.collection_id)
  const restored = await changeSpace(context, row.id, { deleted_at: null })
  await deps.counters.mark(context, { scopes: [row.id] })
  return showSpace(sql, restored, access.level, deps.publicUrl)
}

/** The path's space under the locks on its organization and itself; undefined where it is gone from there by now. */
async function lockInPlace(context: ContentContext & { params: { spaceId: string } }): Promise<SpaceRow | undefined> {
  const { sql, access, params } = context
  await lockRights(context)
  if (access.isUnknown) return undefined
  return sql
    .selectFrom('space')
    .selectAll()
    .where('id', '=', params.spaceId)
    .where('organization_id', '=', access.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
