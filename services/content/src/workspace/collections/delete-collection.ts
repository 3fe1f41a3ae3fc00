import { hasRoleThroughout } from '@quire/access'
import { collection, space } from '@quire/contracts'
import { forbidden } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { lockRights } from '../grants/lock-grants.ts'
import { levelOnScope } from '../tree/scope-access.ts'
import { type SpaceRow, spaceState } from '../tree/spaces.state.ts'
import { subtreeOf } from '../tree/subtree.ts'

/**
 * Deletes a collection with everything in it (docs/adr/0002), in a fixed number of statements. False if another request
 * deleted or moved it meanwhile. Throws 403, and deletes nothing, unless the caller has `create` on everything in it.
 */
export async function deleteCollection(context: WorkspaceContext, id: string): Promise<boolean> {
  const { sql, emit, access, deps } = context
  await lockRights(context)
  if (access.isUnknown) return false
  const current = await levelOnScope(context, { kind: 'collection', id })
  if (current?.organizationId !== access.organizationId) return false
  const { collectionIds, spaceIds } = await subtreeOf(sql, { kind: 'collection', id }, { deleted: false })
  if (!(await hasRoleThroughout(sql, current.member, 'create', { collectionIds, deleted: false }))) {
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
