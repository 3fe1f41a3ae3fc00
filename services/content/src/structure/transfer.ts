import { type Level, type Member, mayOnEverythingIn, type ScopeLevel, storedLevel } from '@quire/access'
import { collection, space } from '@quire/contracts'
import { conflict, forbidden, Overtaken, preconditionFailed } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Sql } from '../database.ts'
import { setGrants } from '../grants/grants.rules.ts'
import { type Branch, branchOf } from './branch.ts'
import { type CollectionRow, collectionState } from './collections.present.ts'
import { lockOrganizations } from './locks.ts'
import { requireRoom } from './nesting.ts'
import { lastIn } from './order.ts'
import { type OpenPlace, openPlace, requireCreator } from './places.ts'
import { type Position, relocate, type Save } from './relocate.ts'
import { type SpaceRow, spaceState } from './spaces.state.ts'
import { requireStanding, standingOn, type Thing } from './standing.ts'
import { carryGrants } from './transfer-grants.ts'
import { type TransferContext, targetMember } from './transfer-target.ts'

/**
 * Takes a thing with all that lies in it, deleted spaces too, to another organization or into a collection. The caller
 * needs `create` in both organizations and on all of it (403; 404 where they are no member of the other organization).
 * 409 where nothing would change, 412 while a site of its organization shows a part of it.
 */
export async function transfer<Row>(context: TransferContext, thing: Thing, save: Save<Row>) {
  const { sql, body } = context
  const { organizationId } = await targetMember(context)
  await lockOrganizations(sql, context.access.organizationId, organizationId)
  await context.askAgain()
  const member = await targetMember(context)
  if (member.organizationId !== organizationId) throw new Overtaken('the collection went elsewhere meanwhile')
  const before = await requireStanding(context, thing)
  for (const { role } of [before.member, member]) requireCreator(storedLevel(role))
  const place = await openPlace(context, member, body.collection ?? null, 'body.collection')
  const isSame = place.organizationId === before.organizationId
  if (isSame && (body.collection === undefined || place.parentId === before.parentId)) {
    throw conflict('It is there already: to put it elsewhere in its organization, move it.')
  }
  if (thing.kind === 'collection') await requireRoom(sql, thing.id, place, 'body.collection')
  const to = { ...place, position: await lastIn(sql, place) }
  if (isSame) return relocate(context, thing, before, { save, to })
  const branch = await branchOf(sql, thing, { deleted: true })
  await requireTransferable(context, branch, before)
  return handOver(context, thing, branch, { save, from: before.parentId, to, member })
}

async function requireTransferable({ sql }: ContentContext, branch: Branch, { member }: ScopeLevel): Promise<void> {
  if (!(await mayOnEverythingIn(sql, member, 'create', { ...branch, deleted: true }))) {
    throw forbidden('This needs the role "create" on everything in the collection, deleted spaces too.')
  }
  if (await isOnSite(sql, branch)) {
    throw preconditionFailed('A site of this organization shows what would leave it: remove it from the site first.')
  }
}

async function isOnSite(sql: Sql, { spaceIds }: Branch): Promise<boolean> {
  const { rows } = await raw`select from site_space where space_id = any(${spaceIds}::text[]) limit 1`.execute(sql)
  return rows.length > 0
}

interface Target<Row> {
  save: Save<Row>
  /** The collection that it lay in. */
  from: string | null
  to: OpenPlace & Position
  /** The caller's membership there. */
  member: Member
}

/** A fixed number of statements, however much lies below. */
async function handOver<Row>(
  context: ContentContext,
  thing: Thing,
  branch: Branch,
  { save, from, to, member }: Target<Row>,
): Promise<{ row: Row; level: Level }> {
  const scopeIds = [...branch.collectionIds, ...branch.spaceIds]
  const row = await save(thing, to)
  await takeAlong(context, thing, branch, to.organizationId)
  await carryGrants(context, scopeIds, to.organizationId)
  const isAdmin = (await standingOn(context, thing))?.level === 'admin'
  const scope = { ...thing, organizationId: to.organizationId }
  if (!isAdmin) await setGrants(context, scope, [{ id: member.id, kind: 'member' }], 'admin')
  await context.deps.counters.mark(context, { scopes: [from, to.parentId] })
  return { row, level: 'admin' }
}

/** Everything in the thing goes where it goes. No event tells of deleted collections. */
async function takeAlong({ sql, emit }: ContentContext, { id }: Thing, branch: Branch, organizationId: string) {
  const rest = (ids: string[]) => ids.filter((one) => one !== id)
  const { rows: collections } = await raw<CollectionRow>`
    update collection set organization_id = ${organizationId}, version = version + 1
    where id = any(${rest(branch.collectionIds)}::text[]) returning *`.execute(sql)
  for (const row of collections) if (!row.deleted_at) emit(collection.saved, collectionState(row))
  const { rows: spaces } = await raw<SpaceRow>`
    update space set organization_id = ${organizationId}, version = version + 1
    where id = any(${rest(branch.spaceIds)}::text[]) returning *`.execute(sql)
  for (const row of spaces) emit(space.saved, spaceState(row))
}
