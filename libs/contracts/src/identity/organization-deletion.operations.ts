import { z } from 'zod'
import { organizationRole } from '../access-rules.ts'
import { operations } from '../operation.ts'

/** Deletion of an organization by its own administrators (docs/interface.md#organizations). Published clients have no such path. */
export const organizationDeletionOperations = operations('identity', {
  deleteOrganizationById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}',
    summary: 'Delete an organization with everything in it; its title confirms that it is the one that is meant',
    access: organizationRole('admin'),
    query: z.object({ title: z.string().min(1).max(255) }),
    audited: { target: 'organization', id: 'organizationId' },
    replies: { 204: null, 205: null },
    narrows: true,
  },
})
