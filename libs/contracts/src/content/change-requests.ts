import { z } from 'zod'
import { Id, Timestamp } from '../shared/primitives.ts'
import { User } from '../shared/user.ts'
import { TreeBody } from './pages.ts'

export const changeRequestStatuses = ['draft', 'open', 'archived', 'merged'] as const
const Subject = z.string().max(100)
/** A change request's description: a document tree, stored as markdown (docs/adr/0003). */
const Description = TreeBody.shape.document
/** The texts of a change request; null clears the description. */
export const changeRequestTexts = { subject: Subject.optional(), description: Description.nullable().optional() }

/** See docs/interface.md#change-requests. */
export const ChangeRequest = z
  .strictObject({
    object: z.literal('change-request'),
    id: Id,
    number: z.number().int(),
    status: z.enum(changeRequestStatuses),
    subject: z.string(),
    description: Description.optional(),
    createdBy: User,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    space: Id,
    revision: Id,
    revisionInitial: Id,
    revisionMergedAncestor: Id.optional(),
    revisionMerged: Id.optional(),
    comments: z.number().int(),
    outdated: z.boolean(),
    urls: z.strictObject({ app: z.string(), location: z.string() }),
  })
  .meta({ id: 'ChangeRequest' })
export type ChangeRequest = z.infer<typeof ChangeRequest>

export const CreateChangeRequest = z.object({ subject: Subject.optional(), agentTaskId: Id.optional() })
/** The status cannot be set to `merged`: merging is a separate operation. */
export const UpdateChangeRequest = z.object({
  ...changeRequestTexts,
  status: z.enum(['draft', 'open', 'archived']).optional(),
})

/**
 * The revision of the change request that the caller has seen; refused if the change request has another one by now. Not
 * part of the published interface.
 */
export const seenRevision = { revision: Id.optional() }

export const MergeChangeRequest = z.object(seenRevision)
export const MergeResult = z.strictObject({ revision: Id, result: z.enum(['merge', 'conflicts']) })
export const UpdateResult = z.strictObject({ revision: Id, result: z.enum(['update', 'conflicts']) })
