import { Email, pendingInviteOperations, timestamp } from '@quire/contracts'
import { absent, countOf, deleted, keysetPage, listOf, parseInput } from '@quire/kit'
import { sql as raw } from 'kysely'
import { implement } from '../context.ts'
import { cancelInvitationMail, roundedUp } from '../mail/invitations.ts'
import { hasAddress } from '../users/emails.ts'

/** Invitations that wait for an account, oldest first. People with an account became members when they were invited. */
export const pendingInviteRoutes = implement(pendingInviteOperations, {
  async listPendingInvites({ sql, params, page, cursors }) {
    const pending = sql.selectFrom('pending_invite').where('organization_id', '=', params.organizationId)
    return listOf({
      page,
      cursors,
      rows: await keysetPage(pending.selectAll().select(mailAt), page, [
        'created_at',
        raw`email collate "C"`,
      ]).execute(),
      present: ({ email, role, sso, created_at, mail_at }) => ({
        object: 'pending-invite' as const,
        email,
        role,
        sso,
        createdAt: timestamp(created_at),
        ...(mail_at && { mailAt: timestamp(new Date(roundedUp(new Date(mail_at).getTime()))) }),
      }),
      after: ({ email, created_at }) => [timestamp(created_at), email],
      count: () => countOf(sql, pending.select('email')),
    })
  },

  /** Withdraws an invitation: a later sign-in with the address makes no member. An existing membership stays. */
  async withdrawPendingInvite({ sql, audit, lockOrganization, params }) {
    await lockOrganization('share')
    const email = parseInput(Email, params.email, 'email')
    audit({ target: { id: email } })
    await cancelInvitationMail(sql, params.organizationId, email)
    const withdrawn = await sql
      .deleteFrom('pending_invite')
      .where('organization_id', '=', params.organizationId)
      .where(hasAddress(email))
      .returning('email')
      .executeTakeFirst()
    return withdrawn ? deleted() : absent()
  },
})

/** The time at which the mail of an invitation is due, while the limits let it wait. */
const mailAt = raw<Date | null>`(
  select max(due_at) from invitation_mail
  where invitation_mail.organization_id = pending_invite.organization_id
    and address = lower(pending_invite.email collate "C") and due_at > now()
)`.as('mail_at')
