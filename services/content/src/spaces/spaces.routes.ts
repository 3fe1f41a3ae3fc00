import { atLeast, defaultScope, storedLevel } from '@quire/access'
import { collectionSpaceOperations, space, spaceOperations } from '@quire/contracts'
import { absent, conflict, created, deleted, forbidden, newId, notFound } from '@quire/kit'
import type { UpdateObject } from 'kysely'
import { lockCollection } from '../collections/collections.rules.ts'
import { type ContentContext, implement } from '../context.ts'
import type { Tables } from '../database.ts'
import { lockGrants, recountGrantedSpaces, subjectsAround } from '../grants/counters.ts'
import { requireOwnLevel, setGrants } from '../grants/grants.rules.ts'
import { emptyContent, firstRevision } from '../revisions/first.ts'
import { writeRevision } from '../revisions/revisions.ts'
import { listSpaces, listSpacesOfMember } from './spaces.list.ts'
import { showSpace } from './spaces.present.ts'
import { changeSpace, lockSpace, type SpaceRow, spaceState } from './spaces.state.ts'

const restorableForDays = 7

/** Where a new space may be made: in a collection by its level, at the root by the organization role. */
async function mayCreateIn(context: ContentContext, parent: string | undefined) {
  if (parent !== undefined) return lockCollection(context, parent, 'create')
  if (!atLeast(context.access.level, 'create'))
    throw forbidden('Creating a space needs the role "create" in the organization.')
  return undefined
}

export const spaceRoutes = implement(spaceOperations, {
  listSpacesInOrganizationById: (context) => listSpaces(context),
  listSpacesForOrganizationMember: listSpacesOfMember,

  async createSpace(context) {
    const { sql, emit, access, body, userId, deps } = context
    const { organizationId, member } = access
    const parent = await mayCreateIn(context, body.parent)
    const id = newId()
    const revision = await writeRevision(sql, firstRevision(id, userId), emptyContent())
    const now = new Date()
    const row: SpaceRow = await sql
      .insertInto('space')
      .values({
        id,
        organization_id: organizationId,
        collection_id: parent?.id ?? null,
        title: body.title ?? '',
        emoji: body.emoji ?? null,
        language: body.language ?? null,
        edit_mode: body.editMode ?? 'live',
        default_level: 'inherit',
        default_scope: parent?.id ?? organizationId,
        revision: revision.id,
        comments: 0,
        change_requests: 0,
        change_requests_open: 0,
        change_requests_draft: 0,
        version: 1,
        created_by: userId,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    emit(space.saved, spaceState(row))
    const isAdmin = (parent ? parent.level : access.level) === 'admin'
    if (!isAdmin)
      await setGrants(context, { id, kind: 'space', organizationId }, [{ id: member.id, kind: 'member' }], 'admin')
    if (parent) await recountAround(context, organizationId, id)
    return created(await showSpace(sql, row, 'admin', deps.publicUrl))
  },

  async getSpaceById({ sql, params, access, deps }) {
    const row = await sql.selectFrom('space').selectAll().where('id', '=', params.spaceId).executeTakeFirst()
    if (!row) throw notFound('The space')
    return showSpace(sql, row, access.level, deps.publicUrl)
  },

  async updateSpaceById(context) {
    const { sql, params, body, access, deps } = context
    const { defaultLevel, editMode, ...plain } = body
    const change: UpdateObject<Tables, 'space'> = { ...plain, updated_at: new Date() }
    if (editMode !== undefined) change.edit_mode = editMode
    if (defaultLevel !== undefined) {
      requireOwnLevel(access.level, defaultLevel)
      const { id, organizationId, collectionId } = access.space
      change.default_level = defaultLevel === 'inherit' ? 'inherit' : storedLevel(defaultLevel)
      change.default_scope = defaultScope({ id, organizationId, collectionId, defaultLevel })
    }
    return showSpace(sql, await changeSpace(context, params.spaceId, change), access.level, deps.publicUrl)
  },

  async deleteSpaceById(context) {
    const { access, params } = context
    if (access.isUnknown) return absent()
    const row = await lockSpace(context, params.spaceId)
    if (row.deleted_at) return absent()
    await changeSpace(context, row.id, { deleted_at: new Date() })
    await recountAround(context, row.organization_id, row.id)
    return deleted()
  },

  async restoreSpace(context) {
    const { sql, access, params, deps } = context
    const row = await lockSpace(context, params.spaceId)
    if (!row.deleted_at) throw conflict('The space is not deleted.')
    const oldest = Date.now() - restorableForDays * 24 * 3600_000
    if (new Date(row.deleted_at).getTime() < oldest)
      throw notFound('A space deleted in the last seven days with this id')
    const restored = await changeSpace(context, row.id, { deleted_at: null })
    await recountAround(context, row.organization_id, row.id)
    return showSpace(sql, restored, access.level, deps.publicUrl)
  },
})

export const collectionSpaceRoutes = implement(collectionSpaceOperations, {
  listSpacesInCollectionById: (context) => listSpaces(context, context.params.collectionId),
})

/** A space came or went: whoever is granted it counts one more or less. */
async function recountAround(context: ContentContext, organizationId: string, spaceId: string) {
  await lockGrants(context.sql, organizationId)
  await recountGrantedSpaces(context, await subjectsAround(context.sql, spaceId))
}
