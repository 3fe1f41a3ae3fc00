import {
  actingMember,
  collectionLevel,
  hasRoleThroughout,
  type Level,
  type Member,
  type ScopeLevel,
  storedLevel,
} from '@quire/access'
import type { TransferContent } from '@quire/contracts'
import { collection, grant, space } from '@quire/contracts'
import { conflict, forbidden, Overtaken, preconditionFailed } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { WorkspaceContext } from '../context.ts'
import { nextVersion } from '../grants/grant-versions.ts'
import { setGrants } from '../grants/grants.rules.ts'
import type { GrantRow } from '../grants/grants.state.ts'
import { grantState } from '../grants/grants.state.ts'
import { lockGrants } from '../grants/lock-grants.ts'
import { type CollectionRow, collectionState } from './collections.present.ts'
import { dropGitCredentials } from './drop-git-credentials.ts'
import { requireNestable } from './nesting.ts'
import { noCollection, type ParentWithLevel, requireCreator, requireParent } from './parents.ts'
import { type Position, relocate, type Save } from './relocate.ts'
import { levelOnScope, recheckScope, type ScopeRef } from './scope-access.ts'
import { lastPosition } from './sibling-positions.ts'
import { type SpaceRow, spaceState } from './spaces.state.ts'
import { type Subtree, subtreeOf } from './subtree.ts'

type TransferContext = WorkspaceContext & { body: TransferContent }

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
  context.audit({ organizations: [before.organizationId, parent.organizationId] })
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
  await dropGitCredentials(context.sql, subtree.spaceIds, {
    organizationId: to.organizationId,
    now: context.deps.now(),
  })
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

/**
 * Returns the caller's membership of the target organization: the one named, else that of the named collection. Throws
 * 404 if the caller is no member or their token is not valid there, and 403 if the organization requires single
 * sign-on.
 */
async function targetMember(context: TransferContext): Promise<Member> {
  const { sql, caller, body, deps } = context
  return actingMember(sql, caller, body.organization ?? (await organizationOf(context)), deps)
}

async function organizationOf({ sql, caller, userId, body, deps }: TransferContext): Promise<string> {
  const found = await collectionLevel(sql, { userId, collectionId: body.collection ?? '' }, deps.isBarred)
  const isElsewhere = caller.organizationId !== undefined && caller.organizationId !== found?.organizationId
  if (!found || found.level === 'none' || isElsewhere) throw noCollection('body.collection')
  return found.organizationId
}

/**
 * Takes `lockGrants` of two organizations. Never waits for one lock while holding the other: two transfers in opposite
 * directions would deadlock, and a wait for one organization would block everybody in the other.
 */
async function lockOrganizations(sql: Sql, one: string, other: string): Promise<void> {
  if (one === other) return lockGrants(sql, one)
  let [first, second] = [one, other]
  await raw`savepoint organizations`.execute(sql)
  for (;;) {
    await lockGrants(sql, first)
    if (await isLocked(sql, second)) break
    // The rollback releases the lock; the next round waits first for the organization that another request holds.
    await raw`rollback to savepoint organizations`.execute(sql)
    ;[first, second] = [second, first]
  }
  await raw`release savepoint organizations`.execute(sql)
}

async function isLocked(sql: Sql, organizationId: string): Promise<boolean> {
  const { rows } = await raw<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${organizationId}, 1)) as locked`.execute(sql)
  return rows[0]?.locked ?? false
}

/**
 * Transfers the grants on these scopes to another organization. Grants of people who are members there then name their
 * membership there. Grants of teams and of all other people are removed.
 */
async function transferGrants(context: WorkspaceContext, scopeIds: string[], organizationId: string): Promise<void> {
  const { sql, emit, access, deps } = context
  const { rows: deletedRows } = await raw<GrantRow>`
    delete from access_grant where scope_id = any(${scopeIds}::text[]) returning *`.execute(sql)
  const removed = await nextVersion(context, access.organizationId)
  for (const { scope_id, subject_id } of deletedRows) {
    emit(grant.removed, { key: `${scope_id}.${subject_id}`, version: removed })
  }
  const memberships = await membershipsIn(context, organizationId, deletedRows)
  const transferred = deletedRows.flatMap((row) => {
    const subject_id = row.subject_kind === 'member' && memberships.get(row.subject_id)
    return subject_id ? [{ ...row, subject_id }] : []
  })
  const { rows } = await raw<GrantRow>`
    insert into access_grant
      (scope_id, scope_kind, subject_id, subject_kind, organization_id, role, created_at, version)
    select scope_id, scope_kind, subject_id, 'member', ${organizationId}, role, created_at,
      ${await nextVersion(context, organizationId)}::bigint
    from jsonb_to_recordset(${JSON.stringify(transferred)}::jsonb)
      transferred (scope_id text, scope_kind text, subject_id text, role text, created_at timestamptz)
    on conflict do nothing
    returning *`.execute(sql)
  for (const row of rows) emit(grant.saved, grantState(row))
  await deps.counters.mark(context, { subjects: [...deletedRows, ...rows].map((row) => row.subject_id) })
}

/** Finds the enabled memberships of the same people in another organization, by their old membership. */
async function membershipsIn({ sql, deps }: WorkspaceContext, organizationId: string, grants: GrantRow[]) {
  const { rows } = await raw<{ old: string; id: string }>`
    select old.id as old, member.id
    from member old join member on member.user_id = old.user_id and member.organization_id = ${organizationId}
    where old.id = any(${[...new Set(grants.map((row) => row.subject_id))]}::text[]) and not member.disabled
    order by member.id`.execute(sql)
  return new Map(rows.filter(({ id }) => !deps.isBarred(id)).map(({ old, id }) => [old, id]))
}
