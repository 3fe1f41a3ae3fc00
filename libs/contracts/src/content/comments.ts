import { z } from 'zod'
import { Id, Timestamp } from '../shared/primitives.ts'
import { User } from '../shared/user.ts'
import { DocumentReply, textBody } from './pages.ts'

const TableCell = z.strictObject({ record: z.string().max(200), definition: z.string().max(200) })
/** Reactions of people; each person uses an emoji at most once. */
const Reactions = z.array(
  z.strictObject({
    emoji: z.string(),
    count: z.number().int(),
    users: z.array(z.strictObject({ user: User, reactedAt: Timestamp })),
  }),
)
const Permissions = z.strictObject({ view: z.boolean(), edit: z.boolean(), reply: z.boolean(), delete: z.boolean() })

const TargetPage = z.strictObject({
  id: Id,
  title: z.string(),
  emoji: z.string().optional(),
  icon: z.string().optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
  path: z.string(),
  outdated: z.boolean(),
})

/** See docs/interface.md#comments. */
export const Comment = z
  .strictObject({
    object: z.literal('comment'),
    id: Id,
    postedBy: User,
    postedAt: Timestamp,
    editedAt: Timestamp.optional(),
    reactions: Reactions,
    replies: z.number().int(),
    /** The people who wrote the newest 500 replies, at most 20; the latest replier first. */
    repliers: z.array(z.strictObject({ user: User, count: z.number().int(), updatedAt: Timestamp })),
    body: z.strictObject(DocumentReply),
    target: z.strictObject({
      node: z.strictObject({ id: z.string(), preview: z.string().optional() }).optional(),
      tableCell: TableCell.optional(),
      changeRequest: Id.optional(),
      review: Id.optional(),
      page: TargetPage.optional(),
      space: Id,
      revision: Id,
    }),
    urls: z.strictObject({ location: z.string() }),
    permissions: Permissions,
    status: z.enum(['open', 'resolved']),
    resolvedAt: Timestamp.optional(),
    resolvedBy: User.optional(),
  })
  .meta({ id: 'Comment' })
export type Comment = z.infer<typeof Comment>

/** A reply to a comment; replies have no replies. */
export const CommentReply = z
  .strictObject({
    object: z.literal('comment-reply'),
    id: Id,
    postedBy: User,
    postedAt: Timestamp,
    editedAt: Timestamp.optional(),
    reactions: Reactions,
    body: z.strictObject(DocumentReply),
    urls: z.strictObject({ location: z.string() }),
    permissions: Permissions,
  })
  .meta({ id: 'CommentReply' })
export type CommentReply = z.infer<typeof CommentReply>

/** Bounds the characters of a comment's markdown; longer comments from earlier releases stay readable. */
export const maxCommentLength = 65_536
export const CommentBody = textBody(maxCommentLength)

export const PostComment = z.object({
  node: Id.optional(),
  page: Id.optional(),
  body: CommentBody,
  tableCell: TableCell.optional(),
})

export const PostCommentReply = z.object({ body: CommentBody })

const emojis = z.array(z.string().min(1).max(50)).max(50).optional()

/** Absent fields stay unchanged. */
export const UpdateCommentReply = z.object({
  body: CommentBody.optional(),
  addedReactions: emojis,
  removedReactions: emojis,
})

export const UpdateComment = UpdateCommentReply.extend({ resolved: z.boolean().optional() })
