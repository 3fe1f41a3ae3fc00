import { user } from '@quire/contracts'
import type { Writer } from '../context.ts'
import { hideInOrganizations } from '../members/introduction.ts'
import { lockAccounts } from '../users/accounts.ts'
import { accountsWith } from '../users/emails.ts'
import { createUser } from '../users/users.rules.ts'
import { type UserRow, userState } from '../users/users.state.ts'

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
