import { member, type RoleOrGuest, user } from '@quire/contracts'
import { anyOf, conflict, newId, Overtaken } from '@quire/kit'
import type { Kysely, UpdateObject } from 'kysely'
import type { Writer } from '../context.ts'
import type { Tables } from '../tables.ts'
import { type UserRow, userState } from '../users/users.state.ts'
import { countMembers, holdOrganizations } from './counter.ts'
import { type MemberRow, memberState } from './members.state.ts'
import { shownAs } from './search.ts'

/** Somebody about to become a member. */
interface NewMember {
  /** The id of their membership, where it was needed before; else a new one is made. */
  id?: string | undefined
  organizationId: string
  user: UserRow
  role: RoleOrGuest
  sso: boolean
  /** They came by themselves and are shown with their name at once. Where absent, nobody asked them. */
  introduced?: boolean
}

/**
 * Adds memberships and tells of them. Present members stay as they are. Returns the new memberships. The person is told
 * again too: an account that was made a moment ago may not have been told yet.
 */
export async function addMembers({ sql, emit }: Writer, joining: NewMember[]): Promise<MemberRow[]> {
  if (joining.length === 0) return []
  await holdOrganizations(sql, joining)
  const users = await holdUsers(sql, joining)
  const rows = await sql
    .insertInto('member')
    .values(
      joining.map(({ id = newId(), organizationId, user, role, sso, introduced = false }) => ({
        id,
        organization_id: organizationId,
        user_id: user.id,
        role,
        sso,
        ...shownAs(users.get(user.id) ?? user, introduced || user.vouched_by === organizationId),
      })),
    )
    .onConflict((on) => on.columns(['organization_id', 'user_id']).doNothing())
    .returningAll()
    .execute()
  await countMembers(sql, rows, 1)
  for (const row of rows) {
    const person = users.get(row.user_id)
    if (person) emit(user.saved, userState(person))
    emit(member.saved, memberState(row))
  }
  return rows
}

/** The people as they now are, locked: a name that changes meanwhile would not reach the copy in a new membership. */
async function holdUsers(sql: Kysely<Tables>, joining: NewMember[]): Promise<Map<string, UserRow>> {
  const ids = joining.map(({ user }) => user.id)
  const rows = await sql.selectFrom('user').selectAll().where('id', '=', anyOf(ids)).orderBy('id').forShare().execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Changes a membership and tells of it; returns the new row. Where it ended meanwhile the request runs again. */
export async function changeMember(
  { sql, emit }: Writer,
  id: string,
  changes: UpdateObject<Tables, 'member'>,
): Promise<MemberRow> {
  const row = await sql
    .updateTable('member')
    .set((set) => ({ ...changes, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Overtaken('the membership ended meanwhile')
  emit(member.saved, memberState(row))
  return row
}

/**
 * The member, locked. The organization must be held before (`Extra.hold`), as for every change of a role or removal.
 */
export function lockMember(
  sql: Kysely<Tables>,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<MemberRow | undefined> {
  return sql
    .selectFrom('member')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Throws 409 where `leaving` is the only administrator that can act; the organization's roles must be locked. */
export async function requireAnotherAdmin(sql: Kysely<Tables>, leaving: MemberRow): Promise<void> {
  if (leaving.role !== 'admin' || leaving.disabled) return
  const other = await sql
    .selectFrom('member')
    .select('id')
    .where('organization_id', '=', leaving.organization_id)
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .where('id', '!=', leaving.id)
    .executeTakeFirst()
  if (!other) throw conflict('An organization needs an administrator: make somebody else one first.')
}
