import type { Comment } from '@quire/contracts'
import type { Format } from '../../pages/text-conversion.ts'
import { personPresenter } from '../../workspace/people.ts'
import type { DiscussionContext } from '../context.ts'
import type { AddedComment } from './add-comment.ts'
import { bodiesOf, permissionsOn } from './authored-text.ts'
import { type CommentRelations, loadRelations, presentComment } from './comments.present.ts'
import type { CommentRow, CommentTarget } from './comments.rules.ts'
import { targetPages } from './target-pages.ts'

/** Presents comments of one target to the caller, in the order of the rows. */
export async function presentComments(
  context: DiscussionContext,
  target: CommentTarget,
  rows: CommentRow[],
  format?: Format,
): Promise<Comment[]> {
  const relations = await loadRelations(context, rows, await targetPages(context, target, rows))
  const bodies = await bodiesOf(context.parser, rows, format)
  return rows.map((row, at) => presentWithBody(context, row, relations, bodies[at] ?? { markdown: row.markdown }))
}

/** Presents a comment that was just added: nobody has reacted or replied yet, and its author came with the row. */
export async function presentAddedComment(
  context: DiscussionContext,
  target: CommentTarget,
  { person, ...row }: AddedComment,
): Promise<Comment> {
  const relations = {
    user: personPresenter(context, person ? [person] : []),
    reactions: new Map(),
    repliers: new Map(),
    page: await targetPages(context, target, [row]),
  }
  return presentWithBody(context, row, relations, { markdown: row.markdown })
}

function presentWithBody(
  context: DiscussionContext,
  row: CommentRow,
  relations: CommentRelations,
  body: Comment['body'],
): Comment {
  const { publicUrl } = context.deps
  return presentComment(row, relations, { publicUrl, permissions: permissionsOn(context, row), body })
}

export async function presentOneComment(
  context: DiscussionContext,
  target: CommentTarget,
  row: CommentRow,
  format?: Format,
): Promise<Comment> {
  const [comment] = await presentComments(context, target, [row], format)
  if (!comment) throw new Error('a comment was not presented')
  return comment
}
