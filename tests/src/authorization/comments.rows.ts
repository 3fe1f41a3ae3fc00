import type { Kind } from '../support/fresh.ts'
import { body, inside, on, type Row, type Rows } from './row-types.ts'

const markdown = { body: { markdown: 'Because.' } }
const reaction = { addedReactions: ['1f44d'] }
const discussed: Row = { least: 'comment', ok: 200, ...inside }
/** Something of the admin's: its author may delete it, and of all others who may create. */
const deleted = (kind: Kind): Row => ({ least: 'create', ok: 205, ...inside, given: on(kind) })

export const commentRows: Rows = {
  listCommentsInSpace: discussed,
  postCommentInSpace: { ...discussed, given: body(markdown) },
  getCommentInSpace: discussed,
  updateCommentInSpace: { ...discussed, given: body({ resolved: true }) },
  deleteCommentInSpace: deleted('comment'),
  listCommentersInSpace: discussed,
  listCommentRepliesInSpace: discussed,
  postCommentReplyInSpace: { ...discussed, given: body(markdown) },
  getCommentReplyInSpace: discussed,
  updateCommentReplyInSpace: { ...discussed, given: body(reaction) },
  deleteCommentReplyInSpace: deleted('reply'),

  listCommentsInChangeRequest: discussed,
  postCommentInChangeRequest: { ...discussed, given: body(markdown) },
  getCommentInChangeRequest: discussed,
  updateCommentInChangeRequest: { ...discussed, given: body({ resolved: true }) },
  deleteCommentInChangeRequest: deleted('change request comment'),
  listCommentersInChangeRequest: discussed,
  listCommentRepliesInChangeRequest: discussed,
  postCommentReplyInChangeRequest: { ...discussed, given: body(markdown) },
  getCommentReplyInChangeRequest: discussed,
  updateCommentReplyInChangeRequest: { ...discussed, given: body(reaction) },
  deleteCommentReplyInChangeRequest: deleted('change request reply'),
}
