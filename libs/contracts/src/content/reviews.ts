import { z } from 'zod'
import { Id, Timestamp } from '../shared/primitives.ts'
import { User } from '../shared/user.ts'
import { changeRequestTexts, seenRevision } from './change-requests.ts'
import { Comment, CommentBody } from './comments.ts'

const reviewStatuses = ['approved', 'changes-requested'] as const

/** A person whose review was requested and not given yet. */
export const ChangeRequestRequestedReviewer = z
  .strictObject({
    object: z.literal('change-request-requested-reviewer'),
    /** The change request's revision when the review was requested. */
    revision: Id,
    requestedBy: User,
    createdAt: Timestamp,
    kind: z.literal('user'),
    user: User,
  })
  .meta({ id: 'ChangeRequestRequestedReviewer' })
export type ChangeRequestRequestedReviewer = z.infer<typeof ChangeRequestRequestedReviewer>

export const RequestReviewers = z.object({ users: z.array(Id).max(100), ...changeRequestTexts })
export const RequestedReviewers = z.strictObject({ users: z.array(ChangeRequestRequestedReviewer) })

/** One person's verdict on a change request. */
export const ChangeRequestReview = z
  .strictObject({
    object: z.literal('change-request-review'),
    id: Id,
    /** The change request's revision that was reviewed. */
    revision: Id,
    reviewer: User,
    /** Absent if nobody had requested the review. */
    requestedBy: User.optional(),
    status: z.enum(reviewStatuses),
    /**
     * True if the reviewer has since given another review, or was asked for one. Changes of the content do not count: they
     * show in `revision`.
     */
    outdated: z.boolean(),
    comment: Comment.optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: z.strictObject({ location: z.string() }),
  })
  .meta({ id: 'ChangeRequestReview' })
export type ChangeRequestReview = z.infer<typeof ChangeRequestReview>

export const SubmitReview = z.object({
  status: z.enum(reviewStatuses),
  comment: CommentBody.optional(),
  ...seenRevision,
})
