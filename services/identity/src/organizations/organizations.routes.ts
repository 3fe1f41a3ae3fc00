import { organization, organizationOperations } from '@quire/contracts'
import { conflict, created, newId, violates } from '@quire/kit'
import { implement } from '../context.ts'
import { addMembers } from '../members/members.rules.ts'
import { requireUser } from '../users/users.rules.ts'
import { requireWholeAccount } from '../users/whole-account.ts'
import { listOrganizations } from './organizations.list.ts'
import { changesOf, findWithRole, presentOrganizationRow, requireSite } from './organizations.rules.ts'
import { organizationState } from './organizations.state.ts'
import { findSubdomain } from './subdomains.ts'

export const organizationRoutes = implement(organizationOperations, {
  listOrganizationsForAuthenticatedUser: listOrganizations,
  getSubdomain: findSubdomain,

  async createOrganization({ sql, emit, caller, userId, body, publicUrl }) {
    requireWholeAccount(caller)
    const user = await requireUser(sql, userId)
    const row = await sql
      .insertInto('organization')
      .values({
        id: newId(),
        title: body.title,
        email_domains: body.emailDomains ?? [],
        type: body.type ?? 'business',
        use_case: body.useCase ?? null,
        default_role: 'read',
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    emit(organization.saved, organizationState(row))
    await addMembers({ sql, emit }, [{ organizationId: row.id, user, role: 'admin', sso: false, introduced: true }])
    return created(presentOrganizationRow({ ...row, own_role: 'admin', owns_team: false, live_site: null }, publicUrl))
  },

  async getOrganizationById({ sql, membership, publicUrl }) {
    return presentOrganizationRow(await findWithRole(sql, membership), publicUrl)
  },

  async updateOrganizationById({ sql, emit, lockOrganization, body, publicUrl }) {
    const { membership } = await lockOrganization('change')
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
