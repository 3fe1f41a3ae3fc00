import { storedLevel } from '@quire/access'
import { collectionSpaceOperations, spaceOperations } from '@quire/contracts'
import { reading } from '@quire/kit'
import { indexAnew } from '@quire/search'
import { sql as raw, type UpdateObject } from 'kysely'
import { type ContentContext, implement } from '../context.ts'
import type { Tables } from '../database.ts'
import { requireOwnLevel } from '../grants/grants.rules.ts'
import { lockRights } from '../grants/lock.ts'
import { move } from '../structure/move.ts'
import { changeSpace, lockSpace } from '../structure/spaces.state.ts'
import { requireStanding } from '../structure/standing.ts'
import { transfer } from '../structure/transfer.ts'
import { createSpace } from './create.ts'
import { duplicateSpace } from './duplicate.ts'
import { placeSpace } from './place.ts'
import { callersSpaces, listSpaces, listSpacesInCollection, listSpacesOfMember } from './spaces.list.ts'
import { shownSpace, showSpace } from './spaces.present.ts'
import { deleteSpace, restoreSpace } from './spaces.removal.ts'
import { showToReader } from './visitors.ts'

export const spaceRoutes = implement(spaceOperations, {
  listSpacesInOrganizationById: reading(callersSpaces, async (context) => listSpaces(context)),
  listSpacesForOrganizationMember: listSpacesOfMember,

  createSpace,
  duplicateSpace,
  deleteSpaceById: deleteSpace,
  restoreSpace,

  getSpaceById: reading(shownSpace, (context) => showToReader(context)),

  async updateSpaceById(context) {
    const { sql, params, body, access, deps } = context
    const { defaultLevel, editMode, mergeRules: _, ...plain } = body
    const change: UpdateObject<Tables, 'space'> = { ...plain, updated_at: deps.now() }
    if (editMode !== undefined) change.edit_mode = editMode
    if (defaultLevel !== undefined) {
      await lockRights(context)
      const { level } = await requireStanding(context, { kind: 'space', id: params.spaceId })
      requireOwnLevel(level, defaultLevel)
      change.default_level = storedLevel(defaultLevel)
      change.default_scope = defaultLevel === 'inherit' ? raw`coalesce(collection_id, organization_id)` : params.spaceId
    }
    if (plain.language !== undefined) await readAnew(context, params.spaceId, plain.language)
    return showSpace(sql, await changeSpace(context, params.spaceId, change), access.level, deps.publicUrl)
  },

  async moveSpace(context) {
    const thing = { kind: 'space' as const, id: context.params.spaceId }
    const { row, level } = await move(context, thing, placeSpace(context))
    return showSpace(context.sql, row, level, context.deps.publicUrl)
  },

  async transferSpace(context) {
    const thing = { kind: 'space' as const, id: context.params.spaceId }
    const { row, level } = await transfer(context, thing, placeSpace(context))
    return showSpace(context.sql, row, level, context.deps.publicUrl)
  },
})

/** Search finds words by the rules of their language, so in another language it reads all pages again. */
async function readAnew(context: ContentContext, spaceId: string, language: string | null) {
  const space = await lockSpace(context, spaceId)
  if (space.language !== language) await indexAnew(context.sql, space.organization_id, spaceId)
}

export const collectionSpaceRoutes = implement(collectionSpaceOperations, {
  listSpacesInCollectionById: (context) => listSpacesInCollection(context, context.params.collectionId),
})
