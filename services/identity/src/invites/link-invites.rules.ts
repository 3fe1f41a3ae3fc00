import type { UpdateLinkInvite } from '@quire/contracts'
import { badRequest, conflict } from '@quire/kit'
import type { Kysely, Selectable } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Tables } from '../database.ts'
import type { OrganizationRow } from '../organizations/organizations.state.ts'

export type LinkInviteRow = Selectable<Tables['link_invite']>

const dayMs = 24 * 3600_000
const defaultLifetimeMs = 7 * dayMs
const maxLifetimeMs = 366 * dayMs

/** Returns the end of a link: `expiresAt`, by default in a week. Throws 400 for an invalid time. */
export function expiryOf(expiresAt: string | undefined, now: Date): Date {
  if (expiresAt === undefined) return new Date(now.getTime() + defaultLifetimeMs)
  const lifetimeMs = Date.parse(expiresAt) - now.getTime()
  if (lifetimeMs <= 0) throw badRequest('body.expiresAt', 'must lie in the future')
  if (lifetimeMs > maxLifetimeMs) throw badRequest('body.expiresAt', 'must lie within 366 days')
  return new Date(expiresAt)
}

/** Returns the columns that a body changes; throws 400 if a link into a space or collection would then give nothing. */
export function changesOf(
  { scope_kind }: LinkInviteRow,
  { role: own, level, expiresAt }: z.output<typeof UpdateLinkInvite>,
  now: Date,
) {
  const [field, role] = own === undefined ? ['level', level] : ['role', own]
  if (role === null && scope_kind !== 'organization')
    throw badRequest(`body.${field}`, `must be a role on the ${scope_kind}`)
  return {
    ...(role !== undefined && { role }),
    ...(expiresAt !== undefined && { expires_at: expiryOf(expiresAt, now) }),
  }
}

/** Selects the organization's links that have not expired; an expired link counts as deleted. */
export function liveLinkInvites({ sql, now }: Pick<Context, 'sql' | 'now'>, organizationId: string) {
  return sql
    .selectFrom('link_invite')
    .where('link_invite.organization_id', '=', organizationId)
    .where('link_invite.expires_at', '>', now())
}

export async function deleteExpiredLinks(sql: Kysely<Tables>, now: Date): Promise<void> {
  await sql.deleteFrom('link_invite').where('expires_at', '<', now).execute()
}

/** Throws 409 if the organization does not allow links. */
export function requireInviteLinks({ invite_links }: Pick<OrganizationRow, 'invite_links'>): void {
  if (!invite_links) {
    throw conflict('Invite links are turned off here: set "inviteLinks" of the organization to true first.')
  }
}

/** Throws 409 if a link would make administrators in an organization that demands single sign-on, which they do not need. */
export function requireLinkedRole(
  { sso }: Pick<OrganizationRow, 'sso'>,
  { scope_kind, role }: Pick<LinkInviteRow, 'scope_kind' | 'role'>,
): void {
  if (sso && scope_kind === 'organization' && role === 'admin') {
    throw conflict('This organization demands single sign-on: a link cannot make administrators, who need none.')
  }
}
