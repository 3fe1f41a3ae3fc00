import { atLeast } from '@quire/access'
import { type AnyLinkInvite, type LinkInvite, type RoleOrGuest, timestamp } from '@quire/contracts'
import type { Membership } from '../context.ts'
import type { VisibleScope } from './link-invite-scopes.ts'
import type { LinkInviteRow } from './link-invites.rules.ts'

interface Viewpoint {
  membership: Membership
  publicUrl: string
}

/** Presents a link into the organization. */
export const presentLinkInvite = (row: LinkInviteRow, viewpoint: Viewpoint): LinkInvite => ({
  ...ofEveryLink(row, viewpoint),
  role: row.role,
})

/** Presents a link with its target. */
export function presentAnyLinkInvite(row: LinkInviteRow, viewpoint: Viewpoint, scope: VisibleScope): AnyLinkInvite {
  if (!('space' in scope) && !('collection' in scope)) return presentLinkInvite(row, viewpoint)
  return { ...ofEveryLink(row, viewpoint), level: row.role, ...scope }
}

/** Presents the common fields. `redundant` is true if the caller already has what the link gives, as administrators do. */
function ofEveryLink(row: LinkInviteRow, { membership, publicUrl }: Viewpoint) {
  return {
    object: 'invite' as const,
    id: row.id,
    redundant: offersNothing(row.role, membership.role),
    createdAt: timestamp(row.created_at),
    expiresAt: timestamp(row.expires_at),
    urls: { location: `${publicUrl}/v1/orgs/${row.organization_id}/link-invites/${row.id}` },
  }
}

const offersNothing = (offered: RoleOrGuest, own: RoleOrGuest) => offered === null || atLeast(own ?? 'none', offered)
