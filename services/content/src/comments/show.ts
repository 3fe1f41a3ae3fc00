import type { Comment } from '@quire/contracts'
import type { ContentContext } from '../context.ts'
import { type Format, presentDocuments } from '../pages/bodies.ts'
import { placedPage } from '../pages/history.ts'
import type { TextParser } from '../parsing.ts'
import { showPeople } from '../people/people.ts'
import type { AddedComment } from './add.ts'
import { type CommentRow, type CommentSurroundings, presentComment, surroundings } from './comments.present.ts'
import type { CommentTarget } from './comments.rules.ts'

/** Comments of one target as the caller sees them, in the order of the rows. */
export async function show(
  context: ContentContext,
  target: CommentTarget,
  rows: CommentRow[],
  format?: Format,
): Promise<Comment[]> {
  const around = await surroundings(context, rows, await targetPages(target, rows))
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
    pages: await targetPages(target, [row]),
  }
  return presentAs(context, row, around, { markdown: row.markdown })
}

function presentAs(
  { userId, access, deps }: ContentContext,
  row: CommentRow,
  around: CommentSurroundings,
  body: Comment['body'],
): Comment {
  return presentComment(row, around, { userId, level: access.level, publicUrl: deps.publicUrl, body })
}

async function bodiesOf(parser: TextParser, rows: CommentRow[], format: Format): Promise<Comment['body'][]> {
  if (format !== 'document') return rows.map(({ markdown }) => ({ markdown }))
  const documents = await presentDocuments(
    parser,
    rows.map(({ markdown }) => markdown),
  )
  return documents.map((document) => ({ document }))
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

/** The pages that comments are about, as they are now; `outdated` says whether one changed since. */
async function targetPages(target: CommentTarget, rows: CommentRow[]) {
  const pages = new Map<string, Comment['target']['page']>()
  const pageIds = new Set(rows.flatMap((row) => row.page_id ?? []))
  if (pageIds.size === 0) return pages
  const open = await target.content()
  for (const id of pageIds) {
    const found = await placedPage(open, id)
    if (!found) continue
    const { title, updatedAt } = found.page
    const isOutdated = rows.some((row) => row.page_id === id && new Date(row.posted_at) < new Date(updatedAt))
    pages.set(id, { id, title, path: found.path, outdated: isOutdated })
  }
  return pages
}
