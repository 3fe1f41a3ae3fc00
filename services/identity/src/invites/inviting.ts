import type { inviteOperations } from '@quire/contracts'
import type { Input } from '@quire/kit'
import type { Context } from '../context.ts'
import type { Writer } from '../database.ts'
import { type Inviter, invitationMail, membershipMail } from '../mail/invitation-messages.ts'
import { queueInvitationMails } from '../mail/invitations.ts'
import type { MailLimitsNeeds } from '../mail/mail-limits.ts'
import { addMembers } from '../members/members.rules.ts'
import type { OrganizationRow } from '../organizations/organizations.state.ts'
import { lockAccounts } from '../users/account-lock.ts'
import { emailKey, findUsersByEmail } from '../users/emails.ts'
import { requireUser } from '../users/users.rules.ts'
import { type Invitation, storePendingInvites } from './invites.rules.ts'

type Invite = Input<typeof inviteOperations.inviteUsersToOrganization>

/**
 * Invites people. Those with an account become members at once; other addresses wait for an account. Each gets a mail.
 * `invited` counts both, but not members and addresses that were invited before. If single sign-on is requested and the
 * organization has no provider, all are invited without it and named in `failedSSOEmails`.
 */
export async function inviteUsers(context: Context<MailLimitsNeeds> & Invite) {
  const { sql, lockOrganization, body, userId, publicUrl, mailLimits } = context
  const { organization } = await lockOrganization('change')
  // Accounts are locked after the organization, for which others may wait long: the lock prevents new accounts.
  await lockAccounts(sql, 'relying')
  const canSignOn = organization.saml_provider !== null
  const invitations = readInvitations(body, canSignOn)
  const users = await findUsersByEmail(
    sql,
    invitations.map(({ email }) => email),
    organization.id,
  )
  const added = await addAccounts(context, organization, invitations, users)
  const pending = await storePendingInvites(
    sql,
    { organizationId: organization.id, defaultRole: organization.default_role },
    invitations.filter(({ email }) => !users.has(emailKey(email))),
  )
  const inviting: Inviter = { organization, by: await requireUser(sql, userId), publicUrl }
  const mails = [
    ...added.map((user) => membershipMail(inviting, user.email)),
    ...pending.map((email) => invitationMail(inviting, email)),
  ]
  await queueInvitationMails(sql, { organizationId: organization.id, limits: mailLimits }, mails)
  const failed = body.sso === true && !canSignOn ? invitations.map(({ email }) => email) : []
  return { users: added.map((user) => user.id), invited: added.length + pending.length, failedSSOEmails: failed }
}

/** Returns one invitation for each address, the first of duplicates; sorted, so that no two requests block each other. */
function readInvitations({ emails, role, sso }: Invite['body'], canSignOn: boolean): Invitation[] {
  const byAddress = new Map<string, Invitation>()
  for (const one of emails) {
    const { email, ...own } = typeof one === 'string' ? { email: one } : one
    const key = emailKey(email)
    if (!byAddress.has(key)) byAddress.set(key, { email, role, sso: sso && !canSignOn ? undefined : sso, ...own })
  }
  return [...byAddress].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, invitation]) => invitation)
}

/** Makes members of invited people who have an account; returns the new members. */
async function addAccounts(
  writer: Writer,
  { id: organizationId, default_role }: OrganizationRow,
  invitations: Invitation[],
  users: Awaited<ReturnType<typeof findUsersByEmail>>,
) {
  const joining = invitations.flatMap(({ email, role = default_role, sso = false }) => {
    const user = users.get(emailKey(email))
    return user ? [{ organizationId, user, role, sso }] : []
  })
  const added = new Set((await addMembers(writer, joining)).map((row) => row.user_id))
  return joining.flatMap(({ user }) => (added.has(user.id) ? [user] : []))
}
