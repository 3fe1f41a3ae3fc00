import type { Comment } from '@quire/contracts'
import type { ContentContext } from '../context.ts'
import { type Format, presentDocuments } from '../pages/bodies.ts'
import { openRevision, placedPage } from '../pages/history.ts'
import type { TextParser } from '../parsing.ts'
import { type CommentRow, presentComment, surroundings } from './comments.present.ts'
import type { CommentTarget } from './comments.rules.ts'

/** Comments of one target as the caller sees them, in the order of the rows. */
export async function show(
  context: ContentContext,
  target: CommentTarget,
  rows: CommentRow[],
  format?: Format,
): Promise<Comment[]> {
  const { userId, access, deps, parser } = context
  const around = await surroundings(context, rows, await targetPages(context, target, rows))
  const view = {
    userId,
    level: access.level,
    publicUrl: deps.publicUrl,
  }
  const bodies = await bodiesOf(parser, rows, format)
  return rows.map((row, at) => presentComment(row, around, { ...view, body: bodies[at] ?? { markdown: row.markdown } }))
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
async function targetPages(context: ContentContext, target: CommentTarget, rows: CommentRow[]) {
  const pages = new Map<string, Comment['target']['page']>()
  const pageIds = new Set(rows.flatMap((row) => row.page_id ?? []))
  if (pageIds.size === 0) return pages
  const open = await openRevision(context, target.spaceId, target.revision)
  for (const id of pageIds) {
    const found = await placedPage(open, id)
    if (!found) continue
    const { title, updatedAt } = found.page
    const isOutdated = rows.some((row) => row.page_id === id && new Date(row.posted_at) < new Date(updatedAt))
    pages.set(id, { id, title, path: found.path, outdated: isOutdated })
  }
  return pages
}
