import { organization, organizationOperations } from '@quire/contracts'
import type { Input } from '@quire/kit'
import {
  conflict,
  countOf,
  created,
  keysetPage,
  listOf,
  newId,
  notFound,
  requireRecentSession,
  violates,
} from '@quire/kit'
import type { Context } from '../context.ts'
import { implementWith } from '../context.ts'
import { addMembers } from '../members/members.rules.ts'
import { requireRecentForAdmins } from '../members/new-administrators.ts'
import { endLinkSessions } from '../sessions/sessions.rules.ts'
import { requireLiveToken } from '../users/enabled-account.ts'
import { requireUser } from '../users/users.rules.ts'
import { requireWholeAccount } from '../users/whole-account.ts'
import { type OrganizationLimitsNeeds, requireCreator, requireFewOrganizations } from './organization-limits.ts'
import { changesOf, findWithRole, organizationsOf, presentOrganizationRow, requireSite } from './organizations.rules.ts'
import { organizationState } from './organizations.state.ts'

type List = Input<typeof organizationOperations.listOrganizationsForAuthenticatedUser>

type Get = Input<typeof organizationOperations.getSubdomain>

export const organizationRoutes = implementWith<OrganizationLimitsNeeds>()(organizationOperations, {
  listOrganizationsForAuthenticatedUser: listOrganizations,
  getSubdomain: findSubdomain,

  async createOrganization({ sql, emit, audit, caller, userId, body, publicUrl, originOf, organizationLimits }) {
    requireWholeAccount(caller)
    await requireLiveToken(sql, caller)
    const user = await requireUser(sql, userId)
    requireCreator(user, organizationLimits)
    const madeFrom = originOf(caller.address) ?? null
    const origins = [user.origin, madeFrom].filter((one) => one !== null)
    await requireFewOrganizations(sql, { userId, origins }, organizationLimits)
    const row = await sql
      .insertInto('organization')
      .values({
        id: newId(),
        title: body.title,
        email_domains: body.emailDomains ?? [],
        type: body.type ?? 'business',
        use_case: body.useCase ?? null,
        default_role: 'read',
        made_by: user.id,
        origin: user.origin,
        made_from: madeFrom,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    emit(organization.saved, organizationState(row))
    audit({ organizations: [row.id] })
    await addMembers({ sql, emit }, [{ organizationId: row.id, user, role: 'admin', sso: false, introduced: true }])
    return created(presentOrganizationRow({ ...row, own_role: 'admin', owns_team: false, live_site: null }, publicUrl))
  },

  async getOrganizationById({ sql, membership, publicUrl }) {
    return presentOrganizationRow(await findWithRole(sql, membership), publicUrl)
  },

  async updateOrganizationById({ sql, emit, caller, now, lockOrganization, body, publicUrl }) {
    const { membership, organization: before } = await lockOrganization('change')
    const { defaultRole = before.default_role, emailDomains, inviteLinks } = body
    // Links that were made before may give any role, and whoever has an address of a domain joins with the default one.
    if (body.defaultRole !== undefined || emailDomains) requireRecentForAdmins(caller, [defaultRole])
    const letsPassSso = body.sso === false && before.sso
    if ((inviteLinks && !before.invite_links) || letsPassSso) requireRecentSession(caller)
    if (body.sso) await endLinkSessions({ sql, emit, now }, { organizationId: membership.organization_id })
    await requireSite(sql, membership.organization_id, body.defaultContent)
    const changes = changesOf(body)
    if (Object.keys(changes).length > 0) {
      const row = await sql
        .updateTable('organization')
        .set((set) => ({ ...changes, version: set('version', '+', 1) }))
        .where('id', '=', membership.organization_id)
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch((error) => {
          const isTaken = violates(error, 'organization_hostname_key')
          throw isTaken ? conflict('This hostname is taken: choose another.') : error
        })
      emit(organization.saved, organizationState(row))
    }
    return presentOrganizationRow(await findWithRole(sql, membership), publicUrl)
  },
})

/** Finds the caller's organization with this hostname; reveals no other organizations. */
async function findSubdomain({ sql, caller, params: { subdomain } }: Context & Get) {
  const found = await organizationsOf(sql, caller)
    .clearSelect()
    .select('organization.id')
    .where('organization.hostname', '=', subdomain)
    .executeTakeFirst()
  if (!found) throw notFound('The subdomain')
  const target = { type: 'organization' as const, organization: found.id }
  return { object: 'subdomain' as const, subdomain, target, isActive: true }
}

/** Returns a page of the caller's organizations, oldest first; a limited token sees only its own. */
async function listOrganizations({ sql, caller, page, cursors, publicUrl }: Context & List) {
  const matching = organizationsOf(sql, caller)
  return listOf({
    page,
    cursors,
    rows: await keysetPage(matching, page, ['member.organization_id']).execute(),
    present: (row) => presentOrganizationRow(row, publicUrl),
    after: (row) => [row.id],
    count: () => countOf(sql, matching.clearSelect().select('member.id')),
  })
}
