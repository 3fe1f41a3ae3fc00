import { inviteOperations } from '@quire/contracts'
import { absent, created, deleted, newSecretId, notFound } from '@quire/kit'
import { type Context, implementWith } from '../context.ts'
import type { MailLimitsNeeds } from '../mail/mail-limits.ts'
import { inviteUsers } from './inviting.ts'
import { fetchNewScope, fetchScope, scopeOf } from './link-invite-scopes.ts'
import { listLinkInvites } from './link-invites.list.ts'
import { presentAnyLinkInvite } from './link-invites.present.ts'
import { changesOf, expiryOf, type LinkInviteRow, liveLinkInvites, requireInviteLinks } from './link-invites.rules.ts'

type LinkContext = Pick<Context, 'sql' | 'now'>

interface OfLink {
  organizationId: string
  inviteId: string
}

/** Invitations by address, and links by which people join themselves. */
export const inviteRoutes = implementWith<MailLimitsNeeds>()(inviteOperations, {
  inviteUsersToOrganization: inviteUsers,
  listOrganizationInviteLinks: listLinkInvites,

  async createOrganizationInvite(context) {
    const { sql, call, lockOrganization, params, body } = context
    const expiresAt = expiryOf(body.expiresAt, context.now())
    const scope = scopeOf(params.organizationId, body)
    // Content answers before the organization is locked: nobody waits for it.
    const found = await fetchNewScope(call, scope)
    const { membership, organization } = await lockOrganization('share')
    requireInviteLinks(organization)
    const row = await sql
      .insertInto('link_invite')
      .values({
        id: newSecretId(),
        ...scope,
        role: body.role ?? body.level ?? null,
        member_id: membership.id,
        expires_at: expiresAt,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return created(presentAnyLinkInvite(row, context, found))
  },

  async getOrganizationInviteLink(context) {
    const row = await requireLink(context, context.params)
    return presentAnyLinkInvite(row, context, await fetchScope(context.call, row))
  },

  /** Makes the administrator who changes a link responsible for it. */
  async updateOrganizationInviteById(context) {
    const { sql, call, lockOrganization, params, body } = context
    const link = await requireLink(context, params)
    const changes = changesOf(link, body, context.now())
    const found = await fetchScope(call, link)
    const { membership } = await lockOrganization('share')
    if (Object.keys(changes).length > 0) {
      await sql
        .updateTable('link_invite')
        .set({ ...changes, member_id: membership.id })
        .where('id', '=', link.id)
        .execute()
    }
    return presentAnyLinkInvite(await requireLink(context, params), context, found)
  },

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
