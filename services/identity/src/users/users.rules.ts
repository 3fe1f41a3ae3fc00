import { user } from '@quire/contracts'
import { newId, unauthorized } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Writer } from '../context.ts'
import { hideInOrganizations } from '../members/members.introduction.ts'
import type { Tables } from '../tables.ts'
import { lockAccounts } from './accounts.ts'
import { accountsWith } from './emails.ts'
import { type UserRow, userState } from './users.events.ts'

/**
 * The account of this address that its owner has proved, as whoever gives out tokens of whole accounts says; created
 * where there is none. One that an organization's provider made is theirs now; of several nobody can tell which is, so
 * they stay their organizations'. `email` is normalised (contracts' `Email`). Whoever signs
 * in to their whole account accepts their invitations next, in a transaction of its own (`acceptPendingInvites`): that
 * one locks organizations, for which nobody waits while accounts are locked.
 */
export async function findOrCreateUser(
  writer: Writer,
  { email, displayName }: { email: string; displayName: string },
): Promise<UserRow> {
  await lockAccounts(writer.sql, 'creating')
  const accounts = await accountsWith(writer.sql, [email]).execute()
  const proved = accounts.find((account) => account.vouched_by === null)
  const [vouched, ...others] = accounts
  if (proved) return proved
  if (vouched && others.length === 0) return proveUser(writer, vouched, displayName)
  return createUser(writer, { email, displayName, vouchedBy: null })
}

/** What an organization said of them counts no more, in it either until they have been there. */
async function proveUser({ sql, emit }: Writer, { id }: UserRow, displayName: string): Promise<UserRow> {
  const row = await sql
    .updateTable('user')
    .set((set) => ({ vouched_by: null, display_name: displayName, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  emit(user.saved, userState(row))
  await hideInOrganizations({ sql, emit }, row)
  return row
}

interface NewUser {
  email: string
  displayName: string
  /** The organization whose provider says so; null where the owner has proved it. */
  vouchedBy: string | null
}

/** A new account; the accounts must be locked for creating. */
export async function createUser({ sql, emit }: Writer, { email, displayName, vouchedBy }: NewUser): Promise<UserRow> {
  const row = await sql
    .insertInto('user')
    .values({ id: newId(), email, display_name: displayName, vouched_by: vouchedBy })
    .returningAll()
    .executeTakeFirstOrThrow()
  emit(user.saved, userState(row))
  return row
}

/** The caller's own row; 401 where the token outlived the person. */
export async function requireUser(sql: Kysely<Tables>, userId: string): Promise<UserRow> {
  const row = await sql.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!row) throw unauthorized()
  return row
}
