import { Overtaken } from '@quire/kit'
import { findOrCreateUser } from '../accounts/proved-users.ts'
import type { Context } from '../context.ts'
import type { Writer } from '../database.ts'
import { acceptPendingInvites, invitingOrganizations } from '../invites/invites.rules.ts'
import { lockOrganizations } from '../members/organization-counter.ts'
import { endLinkSessions } from '../sessions/sessions.rules.ts'
import { isEnabled } from '../users/enabled-account.ts'
import type { UserRow } from '../users/users.state.ts'

interface Proved {
  email: string
  displayName?: string | undefined
  origin: string | undefined
  /** Further organizations to lock, for what follows. */
  locked?: readonly string[]
}

/**
 * Returns the account of somebody who has proved an address, a new one if needed, with the memberships that they are
 * invited to; undefined for a person whom the operator has disabled. The row of the account is locked.
 */
export async function admitProved(
  writer: Writer & Pick<Context, 'now'>,
  { email, displayName, origin, locked = [] }: Proved,
): Promise<UserRow | undefined> {
  const { sql } = writer
  // Organizations are locked before accounts, as where people are invited.
  const inviting = await invitingOrganizations(sql, email)
  const joining = [...inviting, ...locked.map((organizationId) => ({ organizationId }))]
  if (joining.length > 0) await lockOrganizations(sql, joining)
  const name = displayName ?? email.slice(0, email.lastIndexOf('@'))
  const account = await findOrCreateUser(writer, { email, displayName: name, origin })
  const missed = (await invitingOrganizations(sql, email)).some(
    ({ organizationId }) => !inviting.some((one) => one.organizationId === organizationId),
  )
  if (missed) throw new Overtaken('the address was invited meanwhile')
  if (!(await isEnabled(sql, account.id))) return undefined
  // An account that an organization has vouched for may have become the owner's.
  await endLinkSessions(writer, { userId: account.id })
  await acceptPendingInvites(writer, account)
  return account
}
