import { atLeast } from '@quire/access'
import { type AnyLinkInvite, type LinkInvite, type RoleOrGuest, timestamp } from '@quire/contracts'
import type { Membership } from '../context.ts'
import type { ShownScope } from './link-invite-scopes.ts'
import type { LinkInviteRow } from './link-invites.rules.ts'

interface Viewpoint {
  membership: Membership
  publicUrl: string
}

/** A link into the organization, as an answer carries it. */
export const showLinkInvite = (row: LinkInviteRow, seen: Viewpoint): LinkInvite => ({
  ...ofEveryLink(row, seen),
  role: row.role,
})

/** A link into whatever it leads into. */
export function showAnyLinkInvite(row: LinkInviteRow, seen: Viewpoint, shown: ShownScope): AnyLinkInvite {
  if (!('space' in shown) && !('collection' in shown)) return showLinkInvite(row, seen)
  return { ...ofEveryLink(row, seen), level: row.role, ...shown }
}

/** `redundant` says whether the caller has what the link gives; an administrator has everything. */
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
