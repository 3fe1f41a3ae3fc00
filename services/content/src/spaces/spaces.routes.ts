import { storedLevel } from '@quire/access'
import { collectionSpaceOperations, grant, presentSpaceToVisitors, type Space, spaceOperations } from '@quire/contracts'
import { absent, conflict, created, deleted, type Input, newId, notFound, reading } from '@quire/kit'
import { reindexSpace } from '@quire/search'
import { sql as raw, type UpdateObject } from 'kysely'
import type { Tables } from '../database.ts'
import { copyReferences } from '../storage/references/reference-spaces.ts'
import { emptyContent, firstRevision } from '../storage/revisions/first-revision.ts'
import { findRevision, writeRevision } from '../storage/revisions/revisions.ts'
import { findPublication } from '../visitors/publications.ts'
import { nextVersion } from '../workspace/grants/grant-versions.ts'
import { requireOwnLevel } from '../workspace/grants/grants.rules.ts'
import { type GrantRow, grantState } from '../workspace/grants/grants.state.ts'
import { lockRights } from '../workspace/grants/lock-grants.ts'
import { move } from '../workspace/tree/move.ts'
import { requireCurrentParent } from '../workspace/tree/parents.ts'
import type { Save } from '../workspace/tree/relocate.ts'
import { restoreCollectionsAround } from '../workspace/tree/restore-collections.ts'
import { levelOnScope, recheckScope } from '../workspace/tree/scope-access.ts'
import { changeSpace, lockSpace, type SpaceRow } from '../workspace/tree/spaces.state.ts'
import { transfer } from '../workspace/tree/transfer.ts'
import { implement, type SpacesContext } from './context.ts'
import { countNew, createSpace, insertSpace } from './create-space.ts'
import { isBeingPurged, retainedSince } from './purge/begin-purges.ts'
import { callersSpaces, listSpaces, listSpacesInCollection, listSpacesOfMember } from './spaces.list.ts'
import {
  presentSpaceRow,
  presentSpaceWithPublication,
  type SpaceWithPublication,
  spaceWithPublication,
} from './spaces.present.ts'

type Duplication = SpacesContext & Input<typeof spaceOperations.duplicateSpace>

const suffix = ' (copy)'

const maxTitleLength = 50

type Reading = SpacesContext & Input<typeof spaceOperations.getSpaceById> & { row: SpaceWithPublication }

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

/**
 * Duplicates the live content of a space into a new space beside it (docs/interface.md#duplicates). The two share their
 * trees, so a copy costs next to nothing; search indexes it like any other space.
 */
async function duplicateSpace(context: Duplication) {
  const { sql, params, deps } = context
  await lockRights(context)
  const current = await recheckScope(context, { kind: 'space', id: params.spaceId })
  const parent = await requireCurrentParent(context, current)
  // The lock on the space prevents changes to its content during the copy.
  const source = await lockSpace(context, params.spaceId)
  const id = newId()
  const row = await insertSpace(context, parent, {
    id,
    title: titleOfCopy(source.title),
    emoji: source.emoji,
    icon: source.icon,
    language: source.language,
    edit_mode: source.edit_mode,
    default_level: source.default_level,
    revision: await copyContent(context, source, id),
    store: source.store,
  })
  await copyGrants(context, source.id, row)
  await copyReferences(sql, source.id, { spaceId: id, userId: context.userId })
  const level = (await levelOnScope(context, { kind: 'space', id }))?.level ?? 'none'
  await countNew(context, row, { ...parent, level })
  return created(await presentSpaceWithPublication(sql, row, 'admin', deps.publicUrl))
}

/** Cuts the title of a copy to the longest title allowed, never in the middle of a character. */
function titleOfCopy(title: string): string {
  let cut = ''
  for (const character of title) {
    if (cut.length + character.length + suffix.length > maxTitleLength) break
    cut += character
  }
  return `${cut}${suffix}`.trimStart()
}

async function copyContent({ sql, userId, deps }: SpacesContext, source: SpaceRow, id: string): Promise<string> {
  const revision = await findRevision(sql, source.id, source.revision)
  if (!revision) throw notFound('The content')
  const first = { ...firstRevision(id, userId, deps.now()), store: source.store }
  const written = await writeRevision(sql, first, { ...emptyContent(), roots: revision.roots })
  return written.id
}

/** Copies the grants to teams, and those of `none`: somebody to whom the space is hidden must not see the copy. */
async function copyGrants(context: SpacesContext, sourceId: string, copy: SpaceRow): Promise<void> {
  const { sql, emit } = context
  const version = await nextVersion(context, copy.organization_id)
  const { rows } = await raw<GrantRow>`
    insert into access_grant (scope_id, scope_kind, subject_id, subject_kind, organization_id, role, version, created_at)
    select ${copy.id}, scope_kind, subject_id, subject_kind, organization_id, role, ${version}::bigint, ${copy.created_at}
    from access_grant
    where scope_id = ${sourceId} and (role = 'none' or subject_kind = 'team') returning *`.execute(sql)
  for (const row of rows) emit(grant.saved, grantState(row))
}
