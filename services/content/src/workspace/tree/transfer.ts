import { hasRoleThroughout, type Level, type Member, type ScopeLevel, storedLevel } from '@quire/access'
import { collection, space } from '@quire/contracts'
import { conflict, forbidden, Overtaken, preconditionFailed } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { WorkspaceContext } from '../context.ts'
import { setGrants } from '../grants/grants.rules.ts'
import { type CollectionRow, collectionState } from './collections.present.ts'
import { lockOrganizations } from './lock-organizations.ts'
import { requireNestable } from './nesting.ts'
import { type ParentWithLevel, requireCreator, requireParent } from './parents.ts'
import { type Position, relocate, type Save } from './relocate.ts'
import { levelOnScope, recheckScope, type ScopeRef } from './scope-access.ts'
import { lastPosition } from './sibling-positions.ts'
import { type SpaceRow, spaceState } from './spaces.state.ts'
import { type Subtree, subtreeOf } from './subtree.ts'
import { transferGrants } from './transfer-grants.ts'
import { type TransferContext, targetMember } from './transfer-target.ts'

/**
 * Transfers a space or collection with everything in it, deleted spaces included, to another organization or into a
 * collection. Throws 403 unless the caller has `create` in both organizations and on everything transferred, 404 if
 * they are no member of the other organization, 409 if nothing would change, and 412 while a site of the organization
 * publishes a part of it.
 */
export async function transfer<Row>(context: TransferContext, scope: ScopeRef, save: Save<Row>) {
  const { sql, body } = context
  const { organizationId } = await targetMember(context)
  await lockOrganizations(sql, context.access.organizationId, organizationId)
  await context.askAgain()
  const member = await targetMember(context)
  if (member.organizationId !== organizationId) throw new Overtaken('the collection went elsewhere meanwhile')
  const before = await recheckScope(context, scope)
  for (const { role } of [before.member, member]) requireCreator(storedLevel(role))
  const parent = await requireParent(context, member, body.collection ?? null, 'body.collection')
  const isSame = parent.organizationId === before.organizationId
  if (isSame && (body.collection === undefined || parent.parentId === before.parentId)) {
    throw conflict('It is there already: to put it elsewhere in its organization, move it.')
  }
  if (scope.kind === 'collection') await requireNestable(sql, scope.id, parent, 'body.collection')
  const to = { ...parent, position: await lastPosition(sql, parent) }
  if (isSame) return relocate(context, scope, before, { save, to })
  const subtree = await subtreeOf(sql, scope, { deleted: true })
  await requireTransferable(context, subtree, before)
  return handOver(context, scope, subtree, { save, from: before.parentId, to, member })
}

async function requireTransferable({ sql }: WorkspaceContext, subtree: Subtree, { member }: ScopeLevel): Promise<void> {
  if (!(await hasRoleThroughout(sql, member, 'create', { ...subtree, deleted: true }))) {
    throw forbidden('This needs the role "create" on everything in the collection, deleted spaces too.')
  }
  if (await isOnSite(sql, subtree)) {
    throw preconditionFailed('A site of this organization shows what would leave it: remove it from the site first.')
  }
}

async function isOnSite(sql: Sql, { spaceIds }: Subtree): Promise<boolean> {
  const { rows } = await raw`select from site_space where space_id = any(${spaceIds}::text[]) limit 1`.execute(sql)
  return rows.length > 0
}

interface TransferTarget<Row> {
  save: Save<Row>
  /** The previous parent. */
  from: string | null
  to: ParentWithLevel & Position
  /** The caller's membership of the target organization. */
  member: Member
}

/** Transfers between organizations in a fixed number of statements, however much is transferred. */
async function handOver<Row>(
  context: WorkspaceContext,
  scope: ScopeRef,
  subtree: Subtree,
  { save, from, to, member }: TransferTarget<Row>,
): Promise<{ row: Row; level: Level }> {
  const scopeIds = [...subtree.collectionIds, ...subtree.spaceIds]
  const row = await save(scope, to)
  await moveContents(context, scope, subtree, to.organizationId)
  await transferGrants(context, scopeIds, to.organizationId)
  const isAdmin = (await levelOnScope(context, scope))?.level === 'admin'
  const grantScope = { ...scope, organizationId: to.organizationId }
  if (!isAdmin) await setGrants(context, grantScope, [{ id: member.id, kind: 'member' }], 'admin')
  await context.deps.counters.mark(context, { scopes: [from, to.parentId] })
  return { row, level: 'admin' }
}

/** Moves everything in a collection to the organization. Emits no events of deleted collections. */
async function moveContents(
  { sql, emit }: WorkspaceContext,
  { id }: ScopeRef,
  subtree: Subtree,
  organizationId: string,
) {
  const rest = (ids: string[]) => ids.filter((one) => one !== id)
  const { rows: collections } = await raw<CollectionRow>`
    update collection set organization_id = ${organizationId}, version = version + 1
    where id = any(${rest(subtree.collectionIds)}::text[]) returning *`.execute(sql)
  for (const row of collections) if (!row.deleted_at) emit(collection.saved, collectionState(row))
  const { rows: spaces } = await raw<SpaceRow>`
    update space set organization_id = ${organizationId}, version = version + 1
    where id = any(${rest(subtree.spaceIds)}::text[]) returning *`.execute(sql)
  for (const row of spaces) emit(space.saved, spaceState(row))
}
