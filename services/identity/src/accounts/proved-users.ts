import { user } from '@quire/contracts'
import type { Writer } from '../database.ts'
import { hideProfile } from '../members/profile-visibility.ts'
import { lockAccounts } from '../users/account-lock.ts'
import { createUser } from '../users/users.rules.ts'
import { type UserRow, userState } from '../users/users.state.ts'
import { accountsOfAddress } from './accounts-of-address.ts'

/**
 * Finds or creates the account of this address that its owner has proved. Getting a token of the whole account is the
 * proof. An account that one organization's provider created then becomes the owner's. If several providers created one,
 * nobody knows which it is, so each stays its organization's; so does one whose address names nobody
 * (`accountsOfAddress`). Where the operator has disabled the owner, that account is returned: a caller has to refuse it.
 * `email` is normalized (contracts' `Email`). Accept the invitations of the address next, in a separate transaction
 * (`acceptPendingInvites`): that one locks organizations, and nobody may wait for an organization while accounts are
 * locked.
 */
export async function findOrCreateUser(
  writer: Writer,
  { email, displayName, origin }: { email: string; displayName: string; origin?: string | undefined },
): Promise<UserRow> {
  await lockAccounts(writer.sql, 'creating')
  const { proved, adoptable, disabled } = await accountsOfAddress(writer.sql, email, { lock: true })
  const known = disabled ?? proved
  if (known) return known
  if (adoptable) return proveUser(writer, adoptable, displayName)
  return createUser(writer, { email, displayName, vouchedBy: null, origin })
}

/**
 * Makes an account the owner's. The organization's data about the person no longer counts, and their profile is hidden in
 * all organizations again.
 */
async function proveUser({ sql, emit }: Writer, { id }: UserRow, displayName: string): Promise<UserRow> {
  const row = await sql
    .updateTable('user')
    .set((set) => ({ vouched_by: null, display_name: displayName, version: set('version', '+', 1) }))
    .set({ address_by_scim: false })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  emit(user.saved, userState(row))
  await hideProfile({ sql, emit }, row)
  return row
}
