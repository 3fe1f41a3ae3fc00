import { organizationDeletionOperations } from '@quire/contracts'
import { badRequest, deleted, forbidden } from '@quire/kit'
import { z } from 'zod'
import { implementWith } from '../context.ts'
import { requireLiveToken } from '../users/enabled-account.ts'
import { deleteOrganization } from './delete-organization.ts'

/** Who deletes organizations. */
export const OrganizationDeletionConfig = z.object({
  ORGANIZATIONS_DELETED_BY: z
    .enum(['administrators', 'operator'])
    .default('administrators')
    .describe(
      'Who deletes an organization: its `administrators` and the operator, or the `operator` alone; administrators are answered 403 then.',
    ),
})

/** The dependency of the handler that deletes an organization for its administrators. */
export interface OrganizationDeletionNeeds {
  organizationDeletion: z.output<typeof OrganizationDeletionConfig>
}

export const organizationDeletionRoutes = implementWith<OrganizationDeletionNeeds>()(organizationDeletionOperations, {
  async deleteOrganizationById({ sql, emit, audit, caller, lockOrganization, query, organizationDeletion }) {
    if (organizationDeletion.ORGANIZATIONS_DELETED_BY === 'operator')
      throw forbidden('Organizations are deleted by others here: ask the operator of the installation.')
    // A person decides this: the token of an integration has none.
    await requireLiveToken(sql, caller)
    const { organization } = await lockOrganization('change')
    if (query.title !== organization.title)
      throw badRequest('query.title', 'must be the title of the organization, letter by letter')
    await deleteOrganization({ sql, emit }, organization.id)
    // The event is outside of organizations: those of this one are deleted.
    audit({ organizations: [], target: { id: organization.id, label: organization.title } })
    return deleted()
  },
})
