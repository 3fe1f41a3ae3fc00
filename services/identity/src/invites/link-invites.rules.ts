import type { UpdateLinkInvite } from '@quire/contracts'
import { badRequest, conflict } from '@quire/kit'
import type { Kysely, Selectable } from 'kysely'
import type { z } from 'zod'
import type { OrganizationRow } from '../organizations/organizations.state.ts'
import type { Tables } from '../tables.ts'

export type LinkInviteRow = Selectable<Tables['link_invite']>

const dayMs = 24 * 3600_000
const defaultLifetimeMs = 7 * dayMs
const maxLifetimeMs = 366 * dayMs

/** When a link ends: at `expiresAt`, or in a week where none is given. 400 names the field. */
export function expiryOf(expiresAt: string | undefined): Date {
  if (expiresAt === undefined) return new Date(Date.now() + defaultLifetimeMs)
  const lifetimeMs = Date.parse(expiresAt) - Date.now()
  if (lifetimeMs <= 0) throw badRequest('body.expiresAt', 'must lie in the future')
  if (lifetimeMs > maxLifetimeMs) throw badRequest('body.expiresAt', 'must lie within 366 days')
  return new Date(expiresAt)
}

/** What a body changes of a link; 400 where a link into a space or collection would then give nothing. */
export function changesOf(
  { scope_kind }: LinkInviteRow,
  { role: own, level, expiresAt }: z.output<typeof UpdateLinkInvite>,
) {
  const [field, role] = own === undefined ? ['level', level] : ['role', own]
  if (role === null && scope_kind !== 'organization')
    throw badRequest(`body.${field}`, `must be a role on the ${scope_kind}`)
  return {
    ...(role !== undefined && { role }),
    ...(expiresAt !== undefined && { expires_at: expiryOf(expiresAt) }),
  }
}

/** The organization's links that have not expired; an expired one is as good as deleted. */
export function liveLinkInvites(sql: Kysely<Tables>, organizationId: string) {
  return sql
    .selectFrom('link_invite')
    .where('link_invite.organization_id', '=', organizationId)
    .where('link_invite.expires_at', '>', new Date())
}

export async function forgetExpiredLinks(sql: Kysely<Tables>): Promise<void> {
  await sql.deleteFrom('link_invite').where('expires_at', '<', new Date()).execute()
}

/** Throws 409 where the organization lets nobody in by link. */
export function requireInviteLinks({ invite_links }: Pick<OrganizationRow, 'invite_links'>): void {
  if (!invite_links) {
    throw conflict('Invite links are turned off here: set "inviteLinks" of the organization to true first.')
  }
}
