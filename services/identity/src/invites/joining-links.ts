import type { RoleOrGuest } from '@quire/contracts'
import { type Call, newId, notFound, Overtaken } from '@quire/kit'
import type { Context, Writer } from '../context.ts'
import { holdOrganizations } from '../members/counter.ts'
import type { UserRow } from '../users/users.state.ts'
import { findPendingInvite } from './invites.rules.ts'
import { findMembership, join } from './joining.rules.ts'
import { isNotFound } from './link-invite-scopes.ts'
import { type LinkInviteRow, liveLinkInvites } from './link-invites.rules.ts'

type WorkingLink = Pick<LinkInviteRow, 'organization_id' | 'role' | 'scope_kind' | 'scope_id'>

/** Somebody's membership, or what it will be. */
interface Joiner {
  id: string
  role: RoleOrGuest
}

/**
 * Joins by an invite link. A link lets people in and promotes nobody in the organization: a member keeps their role. It
 * is the same 404 whatever is wrong with the link, and for disabled members.
 */
export async function joinByLink(
  context: Writer & Pick<Context, 'call' | 'now'>,
  user: UserRow,
  { organizationId, inviteId }: { organizationId: string; inviteId: string },
): Promise<void> {
  const { sql } = context
  const find = async () => {
    const found = await findWorkingLink(context, organizationId, inviteId)
    const known = await findMembership(sql, organizationId, user.id)
    if (!found || known?.disabled) throw unknownLink()
    return { link: found, known }
  }
  const { link, known } = await find()
  const memberId = link.scope_kind === 'organization' ? undefined : await openContent(context, user, link, known)
  if (known) return
  await holdOrganizations(sql, [{ organizationId }])
  // A link that was taken back meanwhile, or whose administrator was, lets nobody in.
  const still = await find()
  if (still.known && memberId) throw new Overtaken('the person became a member by another way meanwhile')
  if (!still.known) await join(context, user, { organizationId, role: memberId ? null : still.link.role, memberId })
}

const unknownLink = () => notFound('The invite link')

/** A link works while its organization allows links and the member who is responsible for it is an administrator. */
function findWorkingLink(context: Pick<Context, 'sql' | 'now'>, organizationId: string, inviteId: string) {
  return liveLinkInvites(context, organizationId)
    .innerJoin('organization', 'organization.id', 'link_invite.organization_id')
    .innerJoin('member', 'member.id', 'link_invite.member_id')
    .select(['link_invite.organization_id', 'link_invite.role', 'link_invite.scope_kind', 'link_invite.scope_id'])
    .where('link_invite.id', '=', inviteId)
    .where('organization.invite_links', '=', true)
    .where('member.role', '=', 'admin')
    .where('member.disabled', '=', false)
    .executeTakeFirst()
}

/**
 * Opens one space or collection to the person; returns the id of their membership. Content grants the level first,
 * while no lock is held. The membership is not there before this transaction commits: until then the grant opens
 * nothing.
 */
async function openContent(
  context: Writer & { call: Call },
  user: UserRow,
  link: WorkingLink,
  known: Joiner | undefined,
): Promise<string> {
  const { organization_id: organizationId } = link
  const promise = known ? undefined : await findPendingInvite(context.sql, organizationId, user.email)
  const joiner = known ?? { id: newId(), role: promise?.role ?? null }
  await giveGrant(context.call, link, joiner)
  return joiner.id
}

/** The same 404 where what the link leads into is gone. */
async function giveGrant(call: Call, link: WorkingLink, { id, role }: Joiner): Promise<void> {
  const { organization_id: organizationId, scope_kind: scopeKind, scope_id: scopeId, role: level } = link
  const body = { organizationId, scopeKind, scopeId, memberId: id, role, level }
  await call('giveLinkedGrant', { body }).catch((error: unknown) => {
    throw isNotFound(error) ? unknownLink() : error
  })
}
