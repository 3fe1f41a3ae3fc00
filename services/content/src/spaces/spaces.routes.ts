import { storedLevel } from '@quire/access'
import { collectionSpaceOperations, presentSpaceToVisitors, type Space, spaceOperations } from '@quire/contracts'
import { absent, conflict, created, deleted, type Input, notFound, reading } from '@quire/kit'
import { reindexSpace } from '@quire/search'
import { sql as raw, type UpdateObject } from 'kysely'
import type { Tables } from '../database.ts'
import { findPublication } from '../visitors/publications.ts'
import { raisingNobody, requireOwnLevel } from '../workspace/grants/grants.rules.ts'
import { lockRights } from '../workspace/grants/lock-grants.ts'
import { move } from '../workspace/tree/move.ts'
import type { Save } from '../workspace/tree/relocate.ts'
import { restoreCollectionsAround } from '../workspace/tree/restore-collections.ts'
import { recheckScope } from '../workspace/tree/scope-access.ts'
import { changeSpace, lockSpace, type SpaceRow } from '../workspace/tree/spaces.state.ts'
import { transfer } from '../workspace/tree/transfer.ts'
import { implement, type SpacesContext } from './context.ts'
import { copySpace } from './copy-space.ts'
import { createSpace } from './create-space.ts'
import { isBeingPurged, retainedSince } from './purge/begin-purges.ts'
import {
  callersSpaces,
  listDeletedSpaces,
  listSpaces,
  listSpacesInCollection,
  listSpacesOfMember,
} from './spaces.list.ts'
import {
  presentSpaceRow,
  presentSpaceWithPublication,
  type SpaceWithPublication,
  spaceWithPublication,
} from './spaces.present.ts'

type Reading = SpacesContext & Input<typeof spaceOperations.getSpaceById> & { row: SpaceWithPublication }

export const spaceRoutes = implement(spaceOperations, {
  listSpacesInOrganizationById: reading(callersSpaces, async (context) => listSpaces(context)),
  listSpacesForOrganizationMember: listSpacesOfMember,

  listDeletedSpaces,

  createSpace,

  /** Duplicates a space with its live content (docs/interface.md#duplicates). */
  async duplicateSpace(context) {
    const row = await copySpace(context, context.params.spaceId, { suffix: ' (copy)' })
    return created(await presentSpaceWithPublication(context.sql, row, 'admin', context.deps.publicUrl))
  },
  deleteSpaceById: deleteSpace,
  restoreSpace,

  getSpaceById: reading(spaceWithPublication, (context) => presentForCaller(context)),

  async updateSpaceById(context) {
    const { sql, params, body, access, deps } = context
    const { defaultLevel, editMode, mergeRules: _, ...plain } = body
    const change: UpdateObject<Tables, 'space'> = { ...plain, updated_at: deps.now() }
    const scope = { kind: 'space' as const, id: params.spaceId }
    let own = access.level
    if (editMode !== undefined) change.edit_mode = editMode
    if (defaultLevel !== undefined) {
      await lockRights(context)
      own = (await recheckScope(context, scope)).level
      requireOwnLevel(own, defaultLevel)
      change.default_level = storedLevel(defaultLevel)
      change.default_scope = defaultLevel === 'inherit' ? raw`coalesce(collection_id, organization_id)` : params.spaceId
    }
    if (plain.language !== undefined) await reindexForLanguage(context, params.spaceId, plain.language)
    const save = () => changeSpace(context, params.spaceId, change)
    const row = await (defaultLevel === 'inherit' ? raisingNobody({ sql, scope, own }, save) : save())
    return presentSpaceWithPublication(sql, row, access.level, deps.publicUrl)
  },

  async moveSpace(context) {
    const scope = { kind: 'space' as const, id: context.params.spaceId }
    const { row, level } = await move(context, scope, attachSpace(context))
    return presentSpaceWithPublication(context.sql, row, level, context.deps.publicUrl)
  },

  async transferSpace(context) {
    const scope = { kind: 'space' as const, id: context.params.spaceId }
    const { row, level } = await transfer(context, scope, attachSpace(context))
    return presentSpaceWithPublication(context.sql, row, level, context.deps.publicUrl)
  },
})

/** Indexes all pages again if the language changes: search splits text into words by the rules of the language. */
async function reindexForLanguage(context: SpacesContext, spaceId: string, language: string | null) {
  const space = await lockSpace(context, spaceId)
  if (space.language !== language) await reindexSpace(context.sql, space.organization_id, spaceId)
}

export const collectionSpaceRoutes = implement(collectionSpaceOperations, {
  listSpacesInCollectionById: (context) => listSpacesInCollection(context, context.params.collectionId),
})

/** Attaches a space to another parent. A space that inherits its level then inherits from this parent. */
const attachSpace =
  (context: SpacesContext): Save<SpaceRow> =>
  ({ id }, { organizationId, parentId, position }) =>
    changeSpace(context, id, {
      organization_id: organizationId,
      collection_id: parentId,
      position,
      default_scope: raw`case default_level when 'inherit' then ${parentId ?? organizationId} else id end`,
      updated_at: context.deps.now(),
    })

/** Presents a space to the caller. Visitors of a site learn only about that site, and only the fields for visitors. */
async function presentForCaller({ sql, row, access, deps, caller, params, query }: Reading): Promise<Space> {
  const { visit } = caller
  if (!visit && query.shareKey === undefined) return presentSpaceRow(row, access.level, deps.publicUrl)
  const readers = {
    spaceId: params.spaceId,
    siteId: visit?.siteId,
    shareKey: query.shareKey,
    publicUrl: deps.publicUrl,
  }
  const space = presentSpaceRow(row, access.level, deps.publicUrl, await findPublication(sql, readers))
  return visit ? presentSpaceToVisitors(space) : space
}

/** Deletes a space for everyone; for seven days it can be restored (docs/interface.md#spaces). */
async function deleteSpace(context: SpacesContext & Input<typeof spaceOperations.deleteSpaceById>) {
  if (context.access.isUnknown) return absent()
  const row = await lockInOrganization(context)
  if (!row || row.deleted_at) return absent()
  context.audit({ target: { id: row.id, label: row.title } })
  await changeSpace(context, row.id, { deleted_at: context.deps.now() })
  await context.deps.counters.mark(context, { scopes: [row.id] })
  return deleted()
}

/** Restores a deleted space where it was, together with deleted collections around it (docs/adr/0002). */
async function restoreSpace(context: SpacesContext & Input<typeof spaceOperations.restoreSpace>) {
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
