import { workHolderOf } from '@quire/access'
import { inviteOperations, timestamp } from '@quire/contracts'
import type { Input } from '@quire/kit'
import { absent, countOf, created, deleted, keysetPage, listOf, newSecretId, notFound, prepared } from '@quire/kit'
import { assertAddresses } from '../accounts/asserted-addresses.ts'
import { type Context, implementWith } from '../context.ts'
import type { Writer } from '../database.ts'
import type { Inviter } from '../mail/invitation-messages.ts'
import { invitationMail, membershipMail } from '../mail/invitation-messages.ts'
import { queueInvitationMails } from '../mail/invitations.ts'
import type { MailLimitsNeeds } from '../mail/mail-limits.ts'
import { addMembers } from '../members/members.rules.ts'
import { requireRecentForAdmins } from '../members/new-administrators.ts'
import type { OrganizationRow } from '../organizations/organizations.state.ts'
import { lockAccounts } from '../users/account-lock.ts'
import { emailKey, findUsersByEmail } from '../users/emails.ts'
import { requireUser } from '../users/users.rules.ts'
import type { Invitation } from './invites.rules.ts'
import { storePendingInvites } from './invites.rules.ts'
import { fetchNewScope, fetchScope, scopeOf } from './link-invite-scopes.ts'
import { presentAnyLinkInvite, presentLinkInvite } from './link-invites.present.ts'
import {
  changesOf,
  expiryOf,
  type LinkInviteRow,
  liveLinkInvites,
  requireInviteLinks,
  requireLinkedRole,
} from './link-invites.rules.ts'

type Invite = Input<typeof inviteOperations.inviteUsersToOrganization>

type List = Input<typeof inviteOperations.listOrganizationInviteLinks>

type LinkContext = Pick<Context, 'sql' | 'now'>

/** Bounds the addresses that one audit event repeats. */
const maxAuditedAddresses = 100

interface OfLink {
  organizationId: string
  inviteId: string
}

/** Invitations by address, and links by which people join themselves. */
export const inviteRoutes = implementWith<MailLimitsNeeds>()(inviteOperations, {
  inviteUsersToOrganization: inviteUsers,
  listOrganizationInviteLinks: listLinkInvites,

  // Content answers before the transaction begins: no other write waits for it.
  createOrganizationInvite: prepared(
    async ({ caller, call, params, body, now }) => {
      requireRecentForAdmins(caller, [body.role, body.level])
      expiryOf(body.expiresAt, now())
      return fetchNewScope(call, scopeOf(params.organizationId, body))
    },
    async (context, found) => {
      const { sql, lockOrganization, params, body } = context
      const { membership, organization } = await lockOrganization('share')
      requireInviteLinks(organization)
      const link = { ...scopeOf(params.organizationId, body), role: body.role ?? body.level ?? null }
      requireLinkedRole(organization, link)
      const row = await sql
        .insertInto('link_invite')
        .values({
          id: newSecretId(),
          ...link,
          member_id: membership.id,
          expires_at: expiryOf(body.expiresAt, context.now()),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return created(presentAnyLinkInvite(row, context, found))
    },
  ),

  async getOrganizationInviteLink(context) {
    const row = await requireLink(context, context.params)
    return presentAnyLinkInvite(row, context, await fetchScope(context.call, row))
  },

  /** Makes the administrator who changes a link responsible for it. */
  updateOrganizationInviteById: prepared(
    async (context) => {
      const link = await requireLink(context, context.params)
      const { role = link.role } = changesOf(link, context.body, context.now())
      requireRecentForAdmins(context.caller, [role])
      return fetchScope(context.call, link)
    },
    async (context, found) => {
      const { sql, lockOrganization, params, body } = context
      const link = await requireLink(context, params)
      const changes = changesOf(link, body, context.now())
      const { membership, organization } = await lockOrganization('share')
      if (changes.role) requireLinkedRole(organization, { ...link, ...changes })
      if (Object.keys(changes).length > 0) {
        await sql
          .updateTable('link_invite')
          .set({ ...changes, member_id: membership.id })
          .where('id', '=', link.id)
          .execute()
      }
      return presentAnyLinkInvite(await requireLink(context, params), context, found)
    },
  ),

  async deleteOrganizationInviteById(context) {
    const { sql, lockOrganization, params } = context
    await lockOrganization('share')
    const link = await findLink(context, params)
    if (!link) return absent()
    await sql.deleteFrom('link_invite').where('id', '=', link.id).execute()
    return deleted()
  },
})

function findLink(context: LinkContext, { organizationId, inviteId }: OfLink): Promise<LinkInviteRow | undefined> {
  return liveLinkInvites(context, organizationId).selectAll().where('link_invite.id', '=', inviteId).executeTakeFirst()
}

async function requireLink(context: LinkContext, link: OfLink): Promise<LinkInviteRow> {
  const row = await findLink(context, link)
  if (!row) throw notFound('The invite link')
  return row
}

/** Returns an id's time and random part without its secret; sorts after every id that begins with them. */
const beyondSecret = (id: string) => `${id.slice(0, 26)}~`

/** One page of the links into the organization itself, oldest first. A cursor travels in addresses, so it names no link's secret. */
async function listLinkInvites(context: Context & List) {
  const { sql, params, membership, page, cursors, publicUrl } = context
  const live = liveLinkInvites(context, params.organizationId).where('link_invite.scope_kind', '=', 'organization')
  return listOf({
    page,
    cursors,
    rows: await keysetPage(live.selectAll(), page, ['link_invite.id']).execute(),
    present: (row) => presentLinkInvite(row, { membership, publicUrl }),
    after: (row) => [beyondSecret(row.id)],
    count: () => countOf(sql, live.select('link_invite.id')),
  })
}

/**
 * Invites people. Those with an account become members at once; other addresses wait for an account. Each gets a mail.
 * `invited` counts both, but not members and addresses that were invited before. If single sign-on is requested and the
 * organization has no provider, all are invited without it and named in `failedSSOEmails`. Addresses that get no mail are in
 * `unmailedEmails`; `mails` counts the mails that are sent later, if there are any.
 */
async function inviteUsers(context: Context<MailLimitsNeeds> & Invite) {
  const { sql, audit, caller, lockOrganization, body, userId, publicUrl, mailLimits } = context
  const { organization } = await lockOrganization('change')
  // Accounts are locked after the organization, for which others may wait long: the lock prevents new accounts.
  await lockAccounts(sql, 'relying')
  const canSignOn = organization.saml_provider !== null
  const invitations = readInvitations(body, canSignOn)
  const roles = invitations.map(({ role }) => role ?? organization.default_role)
  requireRecentForAdmins(caller, roles)
  const users = await findUsersByEmail(
    sql,
    invitations.map(({ email }) => email),
    organization.id,
  )
  await assertAddresses(
    sql,
    organization.id,
    [...users.values()].map(({ id }) => id),
  )
  const added = await addAccounts(context, organization, invitations, users)
  const pending = await storePendingInvites(
    sql,
    { organizationId: organization.id, defaultRole: organization.default_role },
    invitations.filter(({ email }) => !users.has(emailKey(email))),
  )
  audit({ payload: { users: added.map((user) => user.id), invited: pending.slice(0, maxAuditedAddresses) } })
  const by = await requireUser(sql, userId)
  const inviting: Inviter = { organization, by, publicUrl }
  const mails = [
    ...added.map((user) => membershipMail(inviting, user.email)),
    ...pending.map((email) => invitationMail(inviting, email)),
  ]
  const holder = workHolderOf(caller, by, { ...organization, madeBy: organization.made_by })
  const { unmailed, mails: queued } = await queueInvitationMails(
    sql,
    { organizationId: organization.id, holder, limits: mailLimits },
    mails,
  )
  const failed = body.sso === true && !canSignOn ? invitations.map(({ email }) => email) : []
  return {
    ...{ users: added.map((user) => user.id), invited: added.length + pending.length },
    failedSSOEmails: failed,
    ...(unmailed.length > 0 && { unmailedEmails: unmailed }),
    ...(queued && { mails: { ...queued, lastAt: timestamp(queued.lastAt) } }),
  }
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
