import { defineEntity, p } from '@mikro-orm/postgresql'

/** A comment on a space, or on one of its change requests. */
export const CommentEntity = defineEntity({
  name: 'Comment',
  tableName: 'comment',
  properties: {
    id: p.text().primary(),
    spaceId: p.text(),
    changeRequestId: p.text().nullable(),
    /** The review that the comment was given with. */
    reviewId: p.text().nullable(),
    revision: p.text(),
    pageId: p.text().nullable(),
    nodeId: p.text().nullable(),
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
