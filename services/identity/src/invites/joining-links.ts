import type { RoleOrGuest } from '@quire/contracts'
import { type Call, newId, notFound, Overtaken } from '@quire/kit'
import type { Context } from '../context.ts'
import type { Writer } from '../database.ts'
import { lockOrganizations } from '../members/organization-counter.ts'
import type { UserRow } from '../users/users.state.ts'
import { findPendingInvite } from './invites.rules.ts'
import { findMembership, join } from './joining.rules.ts'
import { isNotFound } from './link-invite-scopes.ts'
import { type LinkInviteRow, liveLinkInvites } from './link-invites.rules.ts'

type WorkingLink = Pick<LinkInviteRow, 'organization_id' | 'role' | 'scope_kind' | 'scope_id'>

/** A person's present or future membership. */
interface Joiner {
  id: string
  role: RoleOrGuest
}

/**
 * Joins by an invite link. A link admits people and promotes nobody: a member keeps their role in the organization.
 * Throws the same 404 for any invalid link, and for disabled members. Returns false if the link changed nothing.
 */
export async function joinByLink(
  context: Writer & Pick<Context, 'call' | 'now'>,
  user: UserRow,
  { organizationId, inviteId }: { organizationId: string; inviteId: string },
): Promise<boolean> {
  const { sql } = context
  const find = async () => {
    const found = await findWorkingLink(context, organizationId, inviteId)
    const known = await findMembership(sql, organizationId, user.id)
    if (!found || known?.disabled) throw unknownLink()
    return { link: found, known }
  }
  const { link, known } = await find()
  const memberId = link.scope_kind === 'organization' ? undefined : await grantLevel(context, user, link, known)
  if (known) return memberId !== undefined
  await lockOrganizations(sql, [{ organizationId }])
  // A link that was withdrawn meanwhile, or whose administrator was removed, admits nobody.
  const still = await find()
  if (still.known && memberId) throw new Overtaken('the person became a member by another way meanwhile')
  if (still.known) return false
  await join(context, user, { organizationId, role: memberId ? null : still.link.role, memberId })
  return true
}

const unknownLink = () => notFound('The invite link')

/** Finds a link that works: its organization allows links and the member responsible for it is an administrator. */
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
 * Grants the person the link's level on one space or collection; returns the id of their membership. Content grants first,
 * while no lock is held. The membership does not exist before this transaction commits: until then the grant gives
 * nothing.
 */
async function grantLevel(
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

/** Grants the level through content. Throws the same 404 if the link's target no longer exists. */
async function giveGrant(call: Call, link: WorkingLink, { id, role }: Joiner): Promise<void> {
  const { organization_id: organizationId, scope_kind: scopeKind, scope_id: scopeId, role: level } = link
  const body = { organizationId, scopeKind, scopeId, memberId: id, role, level }
  await call('giveLinkedGrant', { body }).catch((error: unknown) => {
    throw isNotFound(error) ? unknownLink() : error
  })
}
