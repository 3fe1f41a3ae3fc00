import { user } from '@quire/contracts'
import type { Writer } from '../context.ts'
import { hideInOrganizations } from '../members/introduction.ts'
import { lockAccounts } from '../users/accounts.ts'
import { accountsWith } from '../users/emails.ts'
import { createUser } from '../users/users.rules.ts'
import { type UserRow, userState } from '../users/users.state.ts'

/**
 * The account of this address that its owner has proved; created where there is none. To get a token of the whole
 * account is the proof. An account that one organization's provider made is then the owner's. Where several made one,
 * nobody can tell which it is, so each stays its organization's. `email` is normalised (contracts' `Email`). The
 * invitations of the address are accepted next, in a transaction of its own (`acceptPendingInvites`): that one locks
 * organizations, and nobody may wait for an organization while accounts are locked.
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

/**
 * What an organization said of the person no longer counts; in that organization too they are shown by address again.
 */
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
