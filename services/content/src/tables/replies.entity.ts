import { defineEntity, p } from '@mikro-orm/postgresql'

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
