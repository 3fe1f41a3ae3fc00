import { mayOnEverythingIn } from '@quire/access'
import { collection, space } from '@quire/contracts'
import { forbidden } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import { lockRights } from '../grants/lock.ts'
import { branchOf } from '../structure/branch.ts'
import { type SpaceRow, spaceState } from '../structure/spaces.state.ts'
import { standingOn } from '../structure/standing.ts'

/**
 * Deletes a collection with all that lies in it (docs/adr/0021), in a fixed number of statements; false where it is
 * gone by now. 403 unless the caller has `create` on all of it: nothing is deleted then.
 */
export async function deleteCollection(context: ContentContext, id: string): Promise<boolean> {
  const { sql, emit, access, deps } = context
  await lockRights(context)
  if (access.isUnknown) return false
  const standing = await standingOn(context, { kind: 'collection', id })
  if (standing?.organizationId !== access.organizationId) return false
  const { collectionIds, spaceIds } = await branchOf(sql, { kind: 'collection', id }, { deleted: false })
  if (!(await mayOnEverythingIn(sql, standing.member, 'create', { collectionIds, deleted: false }))) {
    throw forbidden(
      'This needs the role "create" on everything in the collection: move out what is not yours to delete.',
    )
  }
  const { rows: spaces } = await raw<SpaceRow>`
    update space set deleted_at = ${deps.now()}, version = version + 1
    where id = any(${spaceIds}::text[]) returning *`.execute(sql)
  for (const row of spaces) emit(space.saved, spaceState(row))
  const { rows: collections } = await raw<{ id: string; version: string }>`
    update collection set deleted_at = ${deps.now()}, version = version + 1
    where id = any(${collectionIds}::text[]) returning id, version`.execute(sql)
  for (const row of collections) emit(collection.removed, { key: row.id, version: Number(row.version) })
  await deps.counters.mark(context, { scopes: [...collectionIds, ...spaceIds] })
  return true
}
