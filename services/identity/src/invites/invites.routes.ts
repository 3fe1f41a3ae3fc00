import { inviteOperations } from '@quire/contracts'
import { absent, created, deleted, newSecretId, notFound } from '@quire/kit'
import { type Context, implement } from '../context.ts'
import { inviteUsers } from './inviting.ts'
import { scopeOf, showNewScope, showScope } from './link-invite-scopes.ts'
import { listLinkInvites } from './link-invites.list.ts'
import { showAnyLinkInvite } from './link-invites.present.ts'
import { changesOf, expiryOf, type LinkInviteRow, liveLinkInvites, requireInviteLinks } from './link-invites.rules.ts'

type LinkContext = Pick<Context, 'sql' | 'now'>

interface OfLink {
  organizationId: string
  inviteId: string
}

/** Invitations by address, and the links by which people invite themselves. */
export const inviteRoutes = implement(inviteOperations, {
  inviteUsersToOrganization: inviteUsers,
  listOrganizationInviteLinks: listLinkInvites,

  async createOrganizationInvite(context) {
    const { sql, call, hold, params, body } = context
    const expiresAt = expiryOf(body.expiresAt, context.now())
    const scope = scopeOf(params.organizationId, body)
    // Before the organization is locked: nobody waits for content's answer.
    const shown = await showNewScope(call, scope)
    const { membership, organization } = await hold('share')
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
    return created(showAnyLinkInvite(row, context, shown))
  },

  async getOrganizationInviteLink(context) {
    const row = await requireLink(context, context.params)
    return showAnyLinkInvite(row, context, await showScope(context.call, row))
  },

  /** The administrator who changes a link is responsible for it from then on. */
  async updateOrganizationInviteById(context) {
    const { sql, call, hold, params, body } = context
    const link = await requireLink(context, params)
    const changes = changesOf(link, body, context.now())
    const shown = await showScope(call, link)
    const { membership } = await hold('share')
    if (Object.keys(changes).length > 0) {
      await sql
        .updateTable('link_invite')
        .set({ ...changes, member_id: membership.id })
        .where('id', '=', link.id)
        .execute()
    }
    return showAnyLinkInvite(await requireLink(context, params), context, shown)
  },

  async deleteOrganizationInviteById(context) {
    const { sql, hold, params } = context
    await hold('share')
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
