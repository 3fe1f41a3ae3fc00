import type { Comment } from '@quire/contracts'
import type { ContentContext } from '../context.ts'
import type { Format } from '../pages/bodies.ts'
import { showPeople } from '../people/people.ts'
import type { AddedComment } from './add.ts'
import { type CommentRow, type CommentSurroundings, presentComment, surroundings } from './comments.present.ts'
import type { CommentTarget } from './comments.rules.ts'
import { targetPages } from './target-pages.ts'
import { bodiesOf, permissionsOn } from './texts.ts'

/** Comments of one target as the caller sees them, in the order of the rows. */
export async function show(
  context: ContentContext,
  target: CommentTarget,
  rows: CommentRow[],
  format?: Format,
): Promise<Comment[]> {
  const around = await surroundings(context, rows, await targetPages(context, target, rows))
  const bodies = await bodiesOf(context.parser, rows, format)
  return rows.map((row, at) => presentAs(context, row, around, bodies[at] ?? { markdown: row.markdown }))
}

/** A comment that was added just now: nobody has reacted to it, and its author was read with it. */
export async function showAdded(
  context: ContentContext,
  target: CommentTarget,
  { person, ...row }: AddedComment,
): Promise<Comment> {
  const around = {
    user: showPeople(context, person ? [person] : []),
    reactions: new Map(),
    page: await targetPages(context, target, [row]),
  }
  return presentAs(context, row, around, { markdown: row.markdown })
}

function presentAs(
  context: ContentContext,
  row: CommentRow,
  around: CommentSurroundings,
  body: Comment['body'],
): Comment {
  const { publicUrl } = context.deps
  return presentComment(row, around, { publicUrl, permissions: permissionsOn(context, row), body })
}

export async function showOne(
  context: ContentContext,
  target: CommentTarget,
  row: CommentRow,
  format?: Format,
): Promise<Comment> {
  const [comment] = await show(context, target, [row], format)
  if (!comment) throw new Error('a comment was shown as nothing')
  return comment
}
