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
import type { Tables } from '../tables.ts'
import { type OrganizationRow, organizationState } from './organizations.state.ts'

/** An organization with what the caller is in it. */
export type SeenOrganization = OrganizationRow & {
  own_role: RoleOrGuest
  owns_team: boolean
  /** `default_site` as long as there is such a site. */
  live_site: string | null
}

/** Whether `member` manages a team. */
const ownsTeam = raw<boolean>`exists (
  select from team_member where team_member.member_id = member.id and team_member.role = 'owner'
)`.as('owns_team')

/** The site that `organization` opens with, unless that was deleted. */
const liveSite = raw<string | null>`(
  select site.id from site where site.id = organization.default_site and site.organization_id = organization.id
)`.as('live_site')

/** Organizations through the caller's memberships. */
function organizationsWithMembership(sql: Kysely<Tables>) {
  return sql
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organization_id')
    .selectAll('organization')
    .select(['member.role as own_role', liveSite, ownsTeam])
}

/**
 * The organizations that the caller's token opens: none where they are disabled, one where the token is limited to it.
 */
export function organizationsOf(sql: Kysely<Tables>, { userId = '', organizationId }: Caller) {
  const own = organizationsWithMembership(sql).where('member.user_id', '=', userId).where('member.disabled', '=', false)
  return organizationId === undefined ? own : own.where('member.organization_id', '=', organizationId)
}

export function findSeen(sql: Kysely<Tables>, membership: Membership): Promise<SeenOrganization> {
  return organizationsWithMembership(sql).where('member.id', '=', membership.id).executeTakeFirstOrThrow()
}

export function showOrganization(row: SeenOrganization, publicUrl: string): Organization {
  const permissions = organizationPermissions({ role: row.own_role, ownsTeam: row.owns_team })
  return presentOrganization({ ...organizationState(row), defaultSite: row.live_site }, permissions, publicUrl)
}

type Body = Input<typeof organizationOperations.updateOrganizationById>['body']

/** The columns a body changes: null clears, absent leaves unchanged. */
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

/** Throws 400 where the site to open with is not one of the organization's. */
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
