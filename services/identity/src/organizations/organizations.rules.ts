import {
  type Organization,
  type organizationOperations,
  organizationPermissions,
  presentOrganization,
  type RoleOrGuest,
} from '@quire/contracts'
import { badRequest, type Caller, type Input } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Membership } from '../context.ts'
import type { Tables } from '../database.ts'
import { type OrganizationRow, organizationState } from './organizations.state.ts'

/** An organization with the caller's role in it. */
export type OrganizationWithRole = OrganizationRow & {
  own_role: RoleOrGuest
  owns_team: boolean
  /** `default_site` while that site exists. */
  live_site: string | null
}

/** True if `member` manages a team. */
const ownsTeam = raw<boolean>`exists (
  select from team_member where team_member.member_id = member.id and team_member.role = 'owner'
)`.as('owns_team')

/** The default site of `organization`, unless it was deleted. */
const liveSite = raw<string | null>`(
  select site.id from site where site.id = organization.default_site and site.organization_id = organization.id
)`.as('live_site')

/** Selects organizations through memberships. */
function organizationsWithMembership(sql: Kysely<Tables>) {
  return sql
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organization_id')
    .selectAll('organization')
    .select(['member.role as own_role', liveSite, ownsTeam])
}

/** Selects the organizations of the caller's enabled memberships; only one if the token is limited to it. */
export function organizationsOf(sql: Kysely<Tables>, { userId = '', organizationId }: Caller) {
  const own = organizationsWithMembership(sql).where('member.user_id', '=', userId).where('member.disabled', '=', false)
  return organizationId === undefined ? own : own.where('member.organization_id', '=', organizationId)
}

export function findWithRole(sql: Kysely<Tables>, membership: Membership): Promise<OrganizationWithRole> {
  return organizationsWithMembership(sql).where('member.id', '=', membership.id).executeTakeFirstOrThrow()
}

export function presentOrganizationRow(row: OrganizationWithRole, publicUrl: string): Organization {
  const permissions = organizationPermissions({ role: row.own_role, ownsTeam: row.owns_team })
  return presentOrganization({ ...organizationState(row), defaultSite: row.live_site }, permissions, publicUrl)
}

type Body = Input<typeof organizationOperations.updateOrganizationById>['body']

/** Returns the columns that a body changes: null clears, absent fields stay unchanged. */
export function changesOf(body: Body) {
  return {
    ...(body.title !== undefined && { title: body.title }),
    ...(body.emailDomains !== undefined && { email_domains: body.emailDomains }),
    ...(body.hostname !== undefined && { hostname: body.hostname }),
    ...(body.defaultRole !== undefined && { default_role: body.defaultRole }),
    ...(body.defaultContent !== undefined && { default_site: body.defaultContent?.site ?? null }),
    ...(body.logo !== undefined && { logo: body.logo }),
    ...(body.sso !== undefined && { sso: body.sso }),
    ...(body.ai !== undefined && { ai: body.ai }),
    ...(body.inviteLinks !== undefined && { invite_links: body.inviteLinks }),
  }
}

/** Throws 400 if the default site is not one of the organization's. */
export async function requireSite(sql: Kysely<Tables>, organizationId: string, content: Body['defaultContent']) {
  if (!content) return
  const site = await sql
    .selectFrom('site')
    .select('id')
    .where('id', '=', content.site)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (!site) throw badRequest('body.defaultContent.site', 'is not a site of this organization')
}
