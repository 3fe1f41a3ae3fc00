import { EmailDomain, type joiningOperations, noOrganizationPermissions, presentOrganization } from '@quire/contracts'
import { type Input, parseInput } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Context } from '../context.ts'
import { organizationsOf, type SeenOrganization, showOrganization } from '../organizations/organizations.rules.ts'
import { organizationState } from '../organizations/organizations.state.ts'
import type { Tables } from '../tables.ts'
import { domainOf } from '../users/emails.ts'
import { requireUser } from '../users/users.rules.ts'

type Ask = Input<typeof joiningOperations.getOrganizationsForEmailDomain>

/** The reply has no pages. */
const most = 1000

/**
 * The organizations of a domain that the caller is in. Where it is the domain of the caller's own address, also those
 * that they may join. Nobody learns more, because a domain says who works where.
 */
export async function organizationsForEmailDomain({ sql, caller, userId, params, publicUrl }: Context & Ask) {
  const domain = parseInput(EmailDomain, params.emailDomain, 'emailDomain')
  const { email } = await requireUser(sql, userId)
  const mayJoin = caller.organizationId === undefined && domainOf(email) === domain
  const own = organizationsOf(sql, caller).select(raw<boolean>`true`.as('is_own')).where(hasDomain(domain))
  const rows = await (mayJoin ? own.unionAll(openOrganizations(sql, userId, domain)) : own)
    .orderBy('id')
    .limit(most)
    .execute()
  return { organizations: rows.map((row) => show(row, publicUrl)) }
}

const hasDomain = (domain: string) => raw<boolean>`organization.email_domains @> ${[domain]}::text[]`

/** Organizations that are open to the domain and of which the person is no member, not even a disabled one. */
function openOrganizations(sql: Kysely<Tables>, userId: string, domain: string) {
  return sql
    .selectFrom('organization')
    .selectAll('organization')
    .select([
      raw<SeenOrganization['own_role']>`null`.as('own_role'),
      raw<string | null>`null`.as('live_site'),
      raw<boolean>`false`.as('owns_team'),
      raw<boolean>`false`.as('is_own'),
    ])
    .where(hasDomain(domain))
    .where(({ not, exists, selectFrom }) => {
      const membership = selectFrom('member').whereRef('member.organization_id', '=', 'organization.id')
      return not(exists(membership.where('member.user_id', '=', userId)))
    })
}

function show(row: SeenOrganization & { is_own: boolean }, publicUrl: string) {
  if (row.is_own) return showOrganization(row, publicUrl)
  return presentOrganization({ ...organizationState(row), defaultSite: null }, noOrganizationPermissions, publicUrl)
}
