import { storedLevel } from '@quire/access'
import { collectionSpaceOperations, spaceOperations } from '@quire/contracts'
import { reading } from '@quire/kit'
import { reindexSpace } from '@quire/search'
import { sql as raw, type UpdateObject } from 'kysely'
import type { Tables } from '../database.ts'
import { requireOwnLevel } from '../workspace/grants/grants.rules.ts'
import { lockRights } from '../workspace/grants/lock-grants.ts'
import { move } from '../workspace/tree/move.ts'
import { recheckScope } from '../workspace/tree/scope-access.ts'
import { changeSpace, lockSpace } from '../workspace/tree/spaces.state.ts'
import { transfer } from '../workspace/tree/transfer.ts'
import { attachSpace } from './attach-space.ts'
import { implement, type SpacesContext } from './context.ts'
import { createSpace } from './create-space.ts'
import { duplicateSpace } from './duplicate-space.ts'
import { presentForCaller } from './present-for-caller.ts'
import { callersSpaces, listSpaces, listSpacesInCollection, listSpacesOfMember } from './spaces.list.ts'
import { presentSpaceWithPublication, spaceWithPublication } from './spaces.present.ts'
import { deleteSpace, restoreSpace } from './spaces.removal.ts'

export const spaceRoutes = implement(spaceOperations, {
  listSpacesInOrganizationById: reading(callersSpaces, async (context) => listSpaces(context)),
  listSpacesForOrganizationMember: listSpacesOfMember,

  createSpace,
  duplicateSpace,
  deleteSpaceById: deleteSpace,
  restoreSpace,

  getSpaceById: reading(spaceWithPublication, (context) => presentForCaller(context)),

  async updateSpaceById(context) {
    const { sql, params, body, access, deps } = context
    const { defaultLevel, editMode, mergeRules: _, ...plain } = body
    const change: UpdateObject<Tables, 'space'> = { ...plain, updated_at: deps.now() }
    if (editMode !== undefined) change.edit_mode = editMode
    if (defaultLevel !== undefined) {
      await lockRights(context)
      const { level } = await recheckScope(context, { kind: 'space', id: params.spaceId })
      requireOwnLevel(level, defaultLevel)
      change.default_level = storedLevel(defaultLevel)
      change.default_scope = defaultLevel === 'inherit' ? raw`coalesce(collection_id, organization_id)` : params.spaceId
    }
    if (plain.language !== undefined) await reindexForLanguage(context, params.spaceId, plain.language)
    return presentSpaceWithPublication(
      sql,
      await changeSpace(context, params.spaceId, change),
      access.level,
      deps.publicUrl,
    )
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
