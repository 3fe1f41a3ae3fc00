import { defineEntity, p } from '@mikro-orm/postgresql'
import type { Comment } from '@quire/contracts'

/** A page as it was when somebody commented on it. */
export type CommentedPage = Omit<NonNullable<Comment['target']['page']>, 'id' | 'outdated'>

/** A comment on a space, or on one of its change requests. */
export const CommentEntity = defineEntity({
  name: 'Comment',
  tableName: 'comment',
  properties: {
    id: p.text().primary(),
    spaceId: p.text(),
    changeRequestId: p.text().nullable(),
    /** The change request, else the space; computed by PostgreSQL. Lists select comments by this column. */
    targetId: p.text().defaultRaw('generated'),
    /** The review that the comment was given with. */
    reviewId: p.text().nullable(),
    revision: p.text(),
    pageId: p.text().nullable(),
    page: p.json<CommentedPage>().nullable(),
    nodeId: p.text().nullable(),
    /** The first words of the block. */
    nodePreview: p.text().nullable(),
    tableRecord: p.text().nullable(),
    tableDefinition: p.text().nullable(),
    markdown: p.text(),
    status: p.text().$type<'open' | 'resolved'>(),
    replies: p.integer(),
    postedBy: p.text(),
    postedAt: p.datetime(),
    editedAt: p.datetime().nullable(),
    resolvedBy: p.text().nullable(),
    resolvedAt: p.datetime().nullable(),
  },
})

/** One person's emoji on a comment. */
export const ReactionEntity = defineEntity({
  name: 'Reaction',
  tableName: 'reaction',
  properties: {
    commentId: p.text().primary(),
    emoji: p.text().primary(),
    userId: p.text().primary(),
    reactedAt: p.datetime(),
  },
})

/** A reply to a comment. */
export const ReplyEntity = defineEntity({
  name: 'CommentReply',
  tableName: 'comment_reply',
  properties: {
    id: p.text().primary(),
    commentId: p.text(),
    /** The change request that the comment is on, else the space. */
    targetId: p.text(),
    markdown: p.text(),
    postedBy: p.text(),
    postedAt: p.datetime(),
    editedAt: p.datetime().nullable(),
  },
})
