import { EmailDomain, joiningOperations, noOrganizationPermissions, presentOrganization } from '@quire/contracts'
import type { Input } from '@quire/kit'
import { done, parseInput, prepared } from '@quire/kit'
import type { Kysely } from 'kysely'
import { sql as raw } from 'kysely'
import type { Context } from '../context.ts'
import { implement } from '../context.ts'
import type { Tables } from '../database.ts'
import type { OrganizationWithRole } from '../organizations/organizations.rules.ts'
import { organizationsOf, presentOrganizationRow } from '../organizations/organizations.rules.ts'
import { organizationState } from '../organizations/organizations.state.ts'
import { domainOf } from '../users/emails.ts'
import { requireLiveToken } from '../users/enabled-account.ts'
import { requireUser } from '../users/users.rules.ts'
import { requireWholeAccount } from '../users/whole-account.ts'
import { disabledMembers, joinByDomain } from './joining.rules.ts'
import { grantByLink, joinByLink } from './joining-links.ts'

type Ask = Input<typeof joiningOperations.getOrganizationsForEmailDomain>

/** Bounds the reply, which has no pages. */
const maxOrganizations = 1000

/** Operations by which people become members themselves. A token that is limited to one organization joins no other. */
export const joiningRoutes = implement(joiningOperations, {
  getOrganizationsForEmailDomain: organizationsForEmailDomain,

  joinOrganizationWithInvite: prepared(
    async (context) => grantByLink(context, await joiningUser(context), context.params),
    async (context, granted) => {
      const { audit, params } = context
      audit({ isUnchanged: !(await joinByLink(context, await joiningUser(context), params, granted)) })
      return {}
    },
  ),

  async joinOrganization(context) {
    const { sql, emit, audit, params, publicUrl } = context
    const user = await joiningUser(context)
    audit({ isUnchanged: !(await joinByDomain({ sql, emit }, user, params.organizationId, publicUrl)) })
    return done()
  },
})

/** Returns the account of a caller who may join organizations. */
async function joiningUser({ sql, caller, userId }: Pick<Context, 'sql' | 'caller' | 'userId'>) {
  requireWholeAccount(caller)
  await requireLiveToken(sql, caller)
  return requireUser(sql, userId)
}

/**
 * Lists the caller's organizations with a domain and, for the domain of the caller's own address, those that they may
 * join. Reveals no others, because a domain shows who works where.
 */
async function organizationsForEmailDomain({ sql, caller, userId, params, publicUrl }: Context & Ask) {
  const domain = parseInput(EmailDomain, params.emailDomain, 'emailDomain')
  const { email } = await requireUser(sql, userId)
  const person = { userId, email }
  const mayJoin = caller.organizationId === undefined && domainOf(email) === domain
  const own = organizationsOf(sql, caller).select(raw<boolean>`true`.as('is_own')).where(hasDomain(domain))
  const rows = await (mayJoin ? own.unionAll(joinableOrganizations(sql, person, domain)) : own)
    .orderBy('id')
    .limit(maxOrganizations)
    .execute()
  return { organizations: rows.map((row) => present(row, publicUrl)) }
}

const hasDomain = (domain: string) => raw<boolean>`organization.email_domains @> ${[domain]}::text[]`

/**
 * Selects organizations that the domain admits and of which the person is not a member, not even a disabled one, nor under
 * another account.
 */
function joinableOrganizations(
  sql: Kysely<Tables>,
  { userId, email }: { userId: string; email: string },
  domain: string,
) {
  return sql
    .selectFrom('organization')
    .selectAll('organization')
    .select([
      raw<OrganizationWithRole['own_role']>`null`.as('own_role'),
      raw<string | null>`null`.as('live_site'),
      raw<boolean>`false`.as('owns_team'),
      raw<boolean>`false`.as('is_own'),
    ])
    .where(hasDomain(domain))
    .where(({ not, exists, selectFrom }) => {
      const membership = selectFrom('member').whereRef('member.organization_id', '=', 'organization.id')
      return not(exists(membership.where('member.user_id', '=', userId)))
    })
    .where(({ not, exists }) =>
      not(exists(disabledMembers(sql, email).where(raw<boolean>`member.organization_id = organization.id`))),
    )
}

function present(row: OrganizationWithRole & { is_own: boolean }, publicUrl: string) {
  if (row.is_own) return presentOrganizationRow(row, publicUrl)
  return presentOrganization({ ...organizationState(row), defaultSite: null }, noOrganizationPermissions, publicUrl)
}
