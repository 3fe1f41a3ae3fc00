import {
  type Organization,
  type organizationOperations,
  organizationPermissions,
  presentOrganization,
  type RoleOrGuest,
} from '@quire/contracts'
import type { Input } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Membership } from '../context.ts'
import type { Tables } from '../tables.ts'
import { type OrganizationRow, organizationState } from './organizations.events.ts'

/** An organization with what the caller is in it. */
export type SeenOrganization = OrganizationRow & { own_role: RoleOrGuest; owns_team: boolean }

/** Organizations through the caller's memberships. */
export function organizationsWithMembership(sql: Kysely<Tables>) {
  return sql
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organization_id')
    .selectAll('organization')
    .select([
      'member.role as own_role',
      raw<boolean>`exists (
        select from team_member where team_member.member_id = member.id and team_member.role = 'owner'
      )`.as('owns_team'),
    ])
}

export function findSeen(sql: Kysely<Tables>, membership: Membership): Promise<SeenOrganization> {
  return organizationsWithMembership(sql).where('member.id', '=', membership.id).executeTakeFirstOrThrow()
}

export function showOrganization(row: SeenOrganization, publicUrl: string): Organization {
  const permissions = organizationPermissions({ role: row.own_role, ownsTeam: row.owns_team })
  return presentOrganization(organizationState(row), permissions, publicUrl)
}

type Body = Input<typeof organizationOperations.updateOrganizationById>['body']

/** The columns a body changes: null clears, absent leaves unchanged. */
export function changesOf(body: Body) {
  return {
    ...(body.title !== undefined && { title: body.title }),
    ...(body.emailDomains !== undefined && { email_domains: body.emailDomains }),
    ...(body.hostname !== undefined && { hostname: body.hostname }),
    ...(body.defaultRole !== undefined && { default_role: body.defaultRole }),
    ...(body.defaultContent === null && { default_site: null }),
    ...(body.logo !== undefined && { logo: body.logo }),
    ...(body.sso !== undefined && { sso: body.sso }),
    ...(body.ai !== undefined && { ai: body.ai }),
    ...(body.inviteLinks !== undefined && { invite_links: body.inviteLinks }),
  }
}

/** True for the database's refusal of a second organization under one hostname. */
export function hostnameTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === 'organization_hostname_key'
}
