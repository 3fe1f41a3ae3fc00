import type { memberOperations, RoleOrGuest } from '@quire/contracts'
import type { Input } from '@quire/kit'
import type { Context, Writer } from '../context.ts'
import { addMembers } from '../members/members.rules.ts'
import { lockAccounts } from '../users/accounts.ts'
import { emailKey, findUsersByEmail } from '../users/emails.ts'
import { type Invitation, keepPendingInvites } from './invites.rules.ts'

type Invite = Input<typeof memberOperations.inviteUsersToOrganization>

/**
 * Who has an account becomes a member at once; other addresses wait for one. `invited` counts both,
 * but not those who are members or were invited before.
 */
export async function inviteUsers(context: Context & Invite) {
  const { params, sql } = context
  const invitations = await readInvitations(context)
  const users = await accountsOf(context, invitations)
  const joining = invitations.flatMap(({ email, role, sso }) => {
    const user = users.get(emailKey(email))
    return user ? [{ organizationId: params.organizationId, user, role, sso }] : []
  })
  const added = await addMembers(context, joining)
  const waiting = invitations.filter(({ email }) => !users.has(emailKey(email)))
  const kept = await keepPendingInvites(sql, params.organizationId, waiting)
  return { users: added.map((row) => row.user_id), invited: added.length + kept, failedSSOEmails: [] }
}

/** One invitation an address, the first where it is named twice. */
async function readInvitations({ sql, params, body }: Context & Invite): Promise<Invitation[]> {
  const role = body.role === undefined ? await defaultRole(sql, params.organizationId) : body.role
  const byAddress = new Map<string, Invitation>()
  for (const one of body.emails) {
    const { email, ...own } = typeof one === 'string' ? { email: one } : one
    const key = emailKey(email)
    if (!byAddress.has(key)) byAddress.set(key, { email, role, sso: body.sso ?? false, ...own })
  }
  return [...byAddress.values()]
}

async function defaultRole(sql: Writer['sql'], organizationId: string): Promise<RoleOrGuest> {
  const row = await sql
    .selectFrom('organization')
    .select('default_role')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.default_role
}

/** Looks again under the lock where an address has no account: one may just be getting it. */
async function accountsOf({ sql }: Writer, invitations: Invitation[]) {
  const emails = invitations.map((one) => one.email)
  const users = await findUsersByEmail(sql, emails)
  if (users.size === emails.length) return users
  await lockAccounts(sql, 'relying')
  return findUsersByEmail(sql, emails)
}
