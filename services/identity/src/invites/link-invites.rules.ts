import type { UpdateLinkInvite } from '@quire/contracts'
import { badRequest, conflict } from '@quire/kit'
import type { Kysely, Selectable } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { OrganizationRow } from '../organizations/organizations.state.ts'
import type { Tables } from '../tables.ts'

export type LinkInviteRow = Selectable<Tables['link_invite']>

const dayMs = 24 * 3600_000
const defaultLifetimeMs = 7 * dayMs
const maxLifetimeMs = 366 * dayMs

/** When a link ends: at `expiresAt`, or in a week where none is given. 400 names the field. */
export function expiryOf(expiresAt: string | undefined, now: Date): Date {
  if (expiresAt === undefined) return new Date(now.getTime() + defaultLifetimeMs)
  const lifetimeMs = Date.parse(expiresAt) - now.getTime()
  if (lifetimeMs <= 0) throw badRequest('body.expiresAt', 'must lie in the future')
  if (lifetimeMs > maxLifetimeMs) throw badRequest('body.expiresAt', 'must lie within 366 days')
  return new Date(expiresAt)
}

/** What a body changes of a link; 400 where a link into a space or collection would then give nothing. */
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

/** The organization's links that have not expired; an expired one is as good as deleted. */
export function liveLinkInvites({ sql, now }: Pick<Context, 'sql' | 'now'>, organizationId: string) {
  return sql
    .selectFrom('link_invite')
    .where('link_invite.organization_id', '=', organizationId)
    .where('link_invite.expires_at', '>', now())
}

export async function forgetExpiredLinks(sql: Kysely<Tables>, now: Date): Promise<void> {
  await sql.deleteFrom('link_invite').where('expires_at', '<', now).execute()
}

/** Throws 409 where the organization lets nobody in by link. */
export function requireInviteLinks({ invite_links }: Pick<OrganizationRow, 'invite_links'>): void {
  if (!invite_links) {
    throw conflict('Invite links are turned off here: set "inviteLinks" of the organization to true first.')
  }
}
