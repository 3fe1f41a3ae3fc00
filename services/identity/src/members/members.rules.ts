import { member, type RoleOrGuest, user } from '@quire/contracts'
import { anyOf, conflict, newId, Overtaken } from '@quire/kit'
import type { Kysely, UpdateObject } from 'kysely'
import type { Tables, Writer } from '../database.ts'
import { type UserRow, userState } from '../users/users.state.ts'
import { profileColumns } from './member-search.ts'
import { type MemberRow, memberState } from './members.state.ts'
import { countMembers, lockOrganizations } from './organization-counter.ts'

/** A future member. */
interface NewMember {
  /** The id of the membership, if already used. Default: a new one. */
  id?: string | undefined
  organizationId: string
  user: UserRow
  role: RoleOrGuest
  sso: boolean
  /** True if the person joins by themselves: their profile is visible at once. Default: false, they were not asked. */
  introduced?: boolean
}

/**
 * Adds memberships and emits their events. Existing members stay unchanged. Returns the new memberships. Emits the
 * persons again too: the event of an account created a moment ago may not be published yet.
 */
export async function addMembers({ sql, emit }: Writer, joining: NewMember[]): Promise<MemberRow[]> {
  if (joining.length === 0) return []
  await lockOrganizations(sql, joining)
  const users = await lockUsers(sql, joining)
  const rows = await sql
    .insertInto('member')
    .values(
      joining.map(({ id = newId(), organizationId, user, role, sso, introduced = false }) => ({
        id,
        organization_id: organizationId,
        user_id: user.id,
        role,
        sso,
        ...profileColumns(users.get(user.id) ?? user, introduced || user.vouched_by === organizationId),
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

/** Reads and locks the people: a name that changed meanwhile would not reach the copy in a new membership. */
async function lockUsers(sql: Kysely<Tables>, joining: NewMember[]): Promise<Map<string, UserRow>> {
  const ids = joining.map(({ user }) => user.id)
  const rows = await sql.selectFrom('user').selectAll().where('id', '=', anyOf(ids)).orderBy('id').forShare().execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Changes a membership and emits its event; returns the new row. If it ended meanwhile, the request runs again. */
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

/** Reads and locks the member. Lock the organization first (`lockOrganization`), as for every change of a role or removal. */
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

/**
 * Throws 409 if no other administrator than `leaving` could administer: one whom nobody has disabled, neither there nor in
 * the whole installation. The organization's roles must be locked.
 */
export async function requireAnotherAdmin(sql: Kysely<Tables>, leaving: MemberRow): Promise<void> {
  if (leaving.role !== 'admin' || leaving.disabled) return
  const other = await sql
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.user_id')
    .select('member.id')
    .where('member.organization_id', '=', leaving.organization_id)
    .where('member.role', '=', 'admin')
    .where('member.disabled', '=', false)
    .where('user.disabled_at', 'is', null)
    .where('member.id', '!=', leaving.id)
    .executeTakeFirst()
  if (!other) throw conflict('An organization needs an administrator: make somebody else one first.')
}
