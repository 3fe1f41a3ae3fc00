import type { RoleOrGuest } from '@quire/contracts'
import { type Call, newId, notFound, Overtaken, unavailable } from '@quire/kit'
import type { Context } from '../context.ts'
import type { Writer } from '../database.ts'
import { lockOrganizations } from '../members/organization-counter.ts'
import type { UserRow } from '../users/users.state.ts'
import { findPendingInvite } from './invites.rules.ts'
import { findMembership, isBarred, join } from './joining.rules.ts'
import { isNotFound } from './link-invite-scopes.ts'
import { type LinkInviteRow, liveLinkInvites } from './link-invites.rules.ts'

type WorkingLink = Pick<LinkInviteRow, 'organization_id' | 'role' | 'scope_kind' | 'scope_id'>

/** A person's present or future membership. */
interface Joiner {
  id: string
  role: RoleOrGuest
}

/** The membership that content has granted a link's level to; the id of a new one is that of the membership to come. */
interface GrantedMember {
  id: string
  isNew: boolean
}

interface OfLink {
  organizationId: string
  inviteId: string
}

type Joining = Pick<Context, 'sql' | 'call' | 'now'>

/**
 * Has content grant a link's level, for a link into a space or a collection: outside of the transaction that joins, for which
 * others may wait. A membership to come does not exist before that has committed; until then the grant gives nothing. Throws
 * 404 as joining does.
 */
export async function grantByLink(context: Joining, user: UserRow, of: OfLink): Promise<GrantedMember | undefined> {
  const { link, known } = await requireWorkingLink(context, user, of)
  if (link.scope_kind === 'organization') return undefined
  const promise = known ? undefined : await findPendingInvite(context.sql, of.organizationId, user.email)
  const joiner = known ?? { id: newId(), role: promise?.role ?? null }
  await giveGrant(context.call, link, joiner)
  return { id: joiner.id, isNew: !known }
}

/**
 * Joins by an invite link. A link admits people and promotes nobody: a member keeps their role in the organization.
 * Throws the same 404 for any invalid link, and for disabled members. Returns false if the link changed nothing.
 */
export async function joinByLink(
  context: Writer & Joining,
  user: UserRow,
  of: OfLink,
  granted: GrantedMember | undefined,
): Promise<boolean> {
  const { sql } = context
  const { organizationId } = of
  const { link, known } = await requireWorkingLink(context, user, of)
  if (known) {
    // Somebody who became a member by another way meanwhile has another membership than the one that was granted to.
    if (granted && granted.id !== known.id) await giveGrant(context.call, link, known)
    return granted !== undefined
  }
  if (granted && !granted.isNew) throw unavailable('Your membership has just ended: try again.')
  await lockOrganizations(sql, [{ organizationId }])
  // A link that was withdrawn meanwhile, or whose administrator was removed, admits nobody.
  const still = await requireWorkingLink(context, user, of)
  if (still.known && granted) throw new Overtaken('the person became a member by another way meanwhile')
  if (still.known) return false
  await join(context, user, { organizationId, role: granted ? null : still.link.role, memberId: granted?.id })
  return true
}

/** Finds a link that works and the person's membership; throws 404 otherwise, and for disabled members. */
async function requireWorkingLink(context: Pick<Joining, 'sql' | 'now'>, user: UserRow, of: OfLink) {
  const { organizationId, inviteId } = of
  const link = await findWorkingLink(context, organizationId, inviteId)
  const known = await findMembership(context.sql, organizationId, user.id)
  if (!link || (await isBarred(context.sql, { organizationId, user, known }))) throw unknownLink()
  return { link, known }
}

const unknownLink = () => notFound('The invite link')

/**
 * Finds a link that works: its organization allows links, and makes no administrators by them if it demands single sign-on;
 * and the member responsible for it is an administrator whom nobody has disabled, neither there nor in the whole
 * installation.
 */
export function findWorkingLink(context: Pick<Context, 'sql' | 'now'>, organizationId: string, inviteId: string) {
  return (
    liveLinkInvites(context, organizationId)
      .innerJoin('organization', 'organization.id', 'link_invite.organization_id')
      .innerJoin('member', 'member.id', 'link_invite.member_id')
      .innerJoin('user', 'user.id', 'member.user_id')
      .select(['link_invite.organization_id', 'link_invite.role', 'link_invite.scope_kind', 'link_invite.scope_id'])
      .select(['organization.sso', 'organization.title'])
      .where('link_invite.id', '=', inviteId)
      .where('organization.invite_links', '=', true)
      // Administrators need no single sign-on: whoever has the link would be past it.
      .where((where) =>
        where.or([
          where('organization.sso', '=', false),
          where('link_invite.role', 'is distinct from', 'admin'),
          where('link_invite.scope_kind', '!=', 'organization'),
        ]),
      )
      .where('member.role', '=', 'admin')
      .where('member.disabled', '=', false)
      .where('user.disabled_at', 'is', null)
      .executeTakeFirst()
  )
}

/** Grants the level through content. Throws the same 404 if the link's target no longer exists. */
async function giveGrant(call: Call, link: WorkingLink, { id, role }: Joiner): Promise<void> {
  const { organization_id: organizationId, scope_kind: scopeKind, scope_id: scopeId, role: level } = link
  const body = { organizationId, scopeKind, scopeId, memberId: id, role, level }
  await call('giveLinkedGrant', { body }).catch((error: unknown) => {
    throw isNotFound(error) ? unknownLink() : error
  })
}
