import { countVisibleCollections, hasRoleThroughout, storedLevel, visibleCollections } from '@quire/access'
import { collection, collectionOperations, space } from '@quire/contracts'
import { absent, created, deleted, forbidden, type Input, keysBefore, listOf, newId, notFound } from '@quire/kit'
import type { UpdateObject } from 'kysely'
import { sql as raw } from 'kysely'
import type { Tables } from '../../database.ts'
import { implement, type WorkspaceContext } from '../context.ts'
import { raisingNobody, requireOwnLevel, setGrants } from '../grants/grants.rules.ts'
import { lockRights } from '../grants/lock-grants.ts'
import { attachCollection, changeCollection, collectionState, presentCollection } from '../tree/collections.present.ts'
import { move } from '../tree/move.ts'
import { requireNestable } from '../tree/nesting.ts'
import { requireParent } from '../tree/parents.ts'
import { levelOnScope, recheckScope } from '../tree/scope-access.ts'
import { lastPosition } from '../tree/sibling-positions.ts'
import type { SpaceRow } from '../tree/spaces.state.ts'
import { spaceState } from '../tree/spaces.state.ts'
import { subtreeOf } from '../tree/subtree.ts'
import { transfer } from '../tree/transfer.ts'

export const collectionRoutes = implement(collectionOperations, {
  async listCollectionsInOrganizationById({ sql, access, query, page, cursors, deps }) {
    const filter = { member: access.member, topOnly: query.nested === false }
    const rows = await visibleCollections<Tables['collection']>(sql, {
      ...filter,
      orderBy: 'position',
      after: keysBefore(page, 2),
      limit: page.limit + 1,
    })
    return listOf({
      page,
      cursors,
      rows,
      present: (row) => presentCollection(row, row.level, deps.publicUrl),
      after: (row) => [row.position, row.id],
      count: () => countVisibleCollections(sql, filter),
    })
  },

  createCollection,

  async getCollectionById({ sql, params, access, deps }) {
    const row = await sql
      .selectFrom('collection')
      .selectAll()
      .where('id', '=', params.collectionId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!row) throw notFound('The collection')
    return presentCollection(row, access.level, deps.publicUrl)
  },

  async updateCollectionById(context) {
    const { sql, params, body, access, deps } = context
    const { defaultLevel, ...plain } = body
    const change: UpdateObject<Tables, 'collection'> = { ...plain }
    const scope = { kind: 'collection' as const, id: params.collectionId }
    let own = access.level
    if (defaultLevel !== undefined) {
      await lockRights(context)
      own = (await recheckScope(context, scope)).level
      requireOwnLevel(own, defaultLevel)
      change.default_level = storedLevel(defaultLevel)
    }
    const save = () => changeCollection(context, params.collectionId, change)
    const row = await (defaultLevel === 'inherit' ? raisingNobody({ sql, scope, own }, save) : save())
    return presentCollection(row, access.level, deps.publicUrl)
  },

  async deleteCollectionById(context) {
    if (context.access.isUnknown) return absent()
    return (await deleteCollection(context, context.params.collectionId)) ? deleted() : absent()
  },

  async moveCollection(context) {
    const scope = { kind: 'collection' as const, id: context.params.collectionId }
    const { row, level } = await move(context, scope, attachCollection(context))
    return presentCollection(row, level, context.deps.publicUrl)
  },

  async transferCollection(context) {
    const scope = { kind: 'collection' as const, id: context.params.collectionId }
    const { row, level } = await transfer(context, scope, attachCollection(context))
    return presentCollection(row, level, context.deps.publicUrl)
  },
})

type Creation = WorkspaceContext & Input<typeof collectionOperations.createCollection>

async function createCollection(context: Creation) {
  const { sql, emit, access, body, deps } = context
  await lockRights(context)
  const { organizationId, member } = access
  const parent = await requireParent(context, member, body.parent ?? null, 'body.parent')
  await requireNestable(sql, undefined, parent, 'body.parent')
  const row = await sql
    .insertInto('collection')
    .values({
      id: newId(),
      organization_id: organizationId,
      parent_id: parent.parentId,
      position: await lastPosition(sql, parent),
      title: body.title ?? '',
      description: null,
      default_level: 'inherit',
      version: 1,
      created_at: deps.now(),
      deleted_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  emit(collection.saved, collectionState(row))
  const scope = { id: row.id, kind: 'collection' as const, organizationId }
  if (parent.level !== 'admin') await setGrants(context, scope, [{ id: member.id, kind: 'member' }], 'admin')
  return created(presentCollection(row, 'admin', deps.publicUrl))
}

/**
 * Deletes a collection with everything in it (docs/adr/0002), in a fixed number of statements. False if another request
 * deleted or moved it meanwhile. Throws 403, and deletes nothing, unless the caller has `create` on everything in it.
 */
async function deleteCollection(context: WorkspaceContext, id: string): Promise<boolean> {
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
  const { rows: collections } = await raw<{ id: string; title: string; version: string }>`
    update collection set deleted_at = ${deps.now()}, version = version + 1
    where id = any(${collectionIds}::text[]) returning id, title, version`.execute(sql)
  context.audit({ target: { id, label: collections.find((one) => one.id === id)?.title ?? '' } })
  for (const row of collections) emit(collection.removed, { key: row.id, version: Number(row.version) })
  await deps.counters.mark(context, { scopes: [...collectionIds, ...spaceIds] })
  return true
}
