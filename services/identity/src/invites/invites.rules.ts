import type { RoleOrGuest } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { Writer } from '../context.ts'
import { addMembers } from '../members/members.rules.ts'
import { emailKey } from '../users/emails.ts'
import type { UserRow } from '../users/users.events.ts'

/** An invitation of one address into one organization. */
export interface Invitation {
  email: string
  role: RoleOrGuest
  sso: boolean
}

/** Keeps invitations of addresses without an account; returns how many are new. */
export async function keepPendingInvites(sql: Writer['sql'], organizationId: string, invitations: Invitation[]) {
  if (invitations.length === 0) return 0
  const rows = await sql
    .insertInto('pending_invite')
    .values(invitations.map((one) => ({ ...one, organization_id: organizationId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('email')
    .execute()
  return rows.length
}

/** Turns what was promised to this person's address into memberships. */
export async function acceptPendingInvites(writer: Writer, user: UserRow): Promise<void> {
  const invites = await writer.sql
    .deleteFrom('pending_invite')
    .where(raw<boolean>`lower(email collate "C") = ${emailKey(user.email)}`)
    .returningAll()
    .execute()
  const joining = invites.map(({ organization_id, role, sso }) => ({
    organizationId: organization_id,
    user,
    role,
    sso,
  }))
  await addMembers(writer, joining)
}
