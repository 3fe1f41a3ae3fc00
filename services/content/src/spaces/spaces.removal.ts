import type { spaceOperations } from '@quire/contracts'
import { absent, conflict, deleted, type Input, notFound } from '@quire/kit'
import { lockRights } from '../workspace/grants/lock-grants.ts'
import { restoreCollectionsAround } from '../workspace/tree/restore-collections.ts'
import { changeSpace, type SpaceRow } from '../workspace/tree/spaces.state.ts'
import type { SpacesContext } from './context.ts'
import { isBeingPurged } from './purge/begin-purges.ts'
import { retainedSince } from './purge/retention.ts'
import { presentSpaceWithPublication } from './spaces.present.ts'

/** Deletes a space for everyone; for seven days it can be restored (docs/interface.md#spaces). */
export async function deleteSpace(context: SpacesContext & Input<typeof spaceOperations.deleteSpaceById>) {
  if (context.access.isUnknown) return absent()
  const row = await lockInOrganization(context)
  if (!row || row.deleted_at) return absent()
  await changeSpace(context, row.id, { deleted_at: context.deps.now() })
  await context.deps.counters.mark(context, { scopes: [row.id] })
  return deleted()
}

/** Restores a deleted space where it was, together with deleted collections around it (docs/adr/0002). */
export async function restoreSpace(context: SpacesContext & Input<typeof spaceOperations.restoreSpace>) {
  const { sql, access, deps } = context
  const row = await lockInOrganization(context)
  if (!row) throw notFound('The space')
  if (!row.deleted_at) throw conflict('The space is not deleted.')
  if (new Date(row.deleted_at) < retainedSince(deps.now()) || (await isBeingPurged(sql, row.id))) {
    throw notFound('A space deleted in the last seven days with this id')
  }
  if (row.collection_id !== null) await restoreCollectionsAround(context, row.collection_id)
  const restored = await changeSpace(context, row.id, { deleted_at: null })
  await deps.counters.mark(context, { scopes: [row.id] })
  return presentSpaceWithPublication(sql, restored, access.level, deps.publicUrl)
}

/**
 * Locks the organization and the path's space; undefined if the space left the organization or was purged meanwhile.
 */
async function lockInOrganization(
  context: SpacesContext & { params: { spaceId: string } },
): Promise<SpaceRow | undefined> {
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
