import type { Comment } from '@quire/contracts'
import type { ContentContext } from '../context.ts'
import { presentBody } from '../pages/bodies.ts'
import { openRevision, placedPage } from '../pages/history.ts'
import { type CommentRow, presentComment, surroundings } from './comments.present.ts'
import type { CommentTarget } from './comments.rules.ts'

export type Format = 'document' | 'markdown' | undefined

/** Comments of one target as the caller sees them, in the order of the rows. */
export async function show(
  context: ContentContext,
  target: CommentTarget,
  rows: CommentRow[],
  format?: Format,
): Promise<Comment[]> {
  const { sql, userId, access, deps } = context
  const around = await surroundings(sql, rows, await targetPages(context, target, rows))
  const view = {
    userId,
    level: access.level,
    publicUrl: deps.publicUrl,
    body: (markdown: string) => presentBody(markdown, format),
  }
  return rows.map((row) => presentComment(row, around, view))
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
