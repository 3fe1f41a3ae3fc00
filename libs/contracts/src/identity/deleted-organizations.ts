import { z } from 'zod'
import { Id } from '../shared/primitives.ts'

/** Subject of the question of a service to identity: which organizations are deleted? */
export const deletedOrganizationsSubject = 'deleted-organizations'

/** The question of a service that deletes its part of the data, with the organizations of which the service has nothing any more, and those that it believes deleted. */
export const PurgeReport = z.object({
  service: z.enum(['content', 'sites', 'ai']),
  purged: z.array(Id).max(1000),
  known: z.array(Id).max(1000),
})
export type PurgeReport = z.infer<typeof PurgeReport>

/**
 * The answer out of identity's present database: all of `known` that are deleted, and some of those that the service has not
 * reported or that were deleted lately. A service deletes nothing of an organization that the answer does not name.
 */
export const DeletedOrganizations = z.object({ deleted: z.array(Id) })
export type DeletedOrganizations = z.infer<typeof DeletedOrganizations>
