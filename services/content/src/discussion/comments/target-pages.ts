import { type Comment, withoutNulls } from '@quire/contracts'
import { loadPagePaths } from '../../storage/revisions/page-paths.ts'
import type { PageWithPath } from '../../storage/revisions/revision-reads.ts'
import { getMany } from '../../storage/trees/tree-reads.ts'
import type { CommentedPage } from '../../tables/comments.entity.ts'
import type { DiscussionContext } from '../context.ts'
import type { CommentRow, CommentTarget } from './comments.rules.ts'

/**
 * Presents the page that a comment is about; undefined if there is none, or nothing is known about the page any more.
 */
export type TargetPagePresenter = (row: CommentRow) => Comment['target']['page']

/** The fields of a page that a comment stores, so that they outlast the page. */
export function commentedPage({ page, path }: Omit<PageWithPath, 'id'>): CommentedPage {
  const { title, emoji, icon, createdAt, updatedAt } = page
  return { title, ...withoutNulls({ emoji, icon }), createdAt, updatedAt, path }
}

/** Reads the current pages of these comments, with one load per level of the tree, however many pages there are. */
export async function targetPages(
  context: Pick<DiscussionContext, 'deps'>,
  target: CommentTarget,
  rows: CommentRow[],
): Promise<TargetPagePresenter> {
  const ids = [...new Set(rows.flatMap((row) => row.page_id ?? []))]
  const pages = ids.length === 0 ? new Map<string, CommentedPage>() : await pagesNow(context, target, ids)
  return (row) => {
    if (row.page_id === null) return undefined
    const page = pages.get(row.page_id)
    if (page) return { id: row.page_id, ...page, outdated: hasChanged(row, page) }
    return row.page ? { id: row.page_id, ...row.page, outdated: true } : undefined
  }
}

async function pagesNow({ deps }: Pick<DiscussionContext, 'deps'>, target: CommentTarget, ids: string[]) {
  const { storage, revision } = await target.content()
  const pages = await getMany(storage.nodes, revision.roots.pages, ids)
  const paths = await loadPagePaths(storage.nodes, deps.caches.pageLocations, revision.roots.pages, ids)
  return new Map(Array.from(pages, ([id, page]) => [id, commentedPage({ page, path: paths.get(id) ?? '' })]))
}

/** Compares by time if the comment is from before pages were stored with comments. */
function hasChanged(row: CommentRow, { updatedAt = '' }: CommentedPage): boolean {
  return row.page ? row.page.updatedAt !== updatedAt : new Date(row.posted_at) < new Date(updatedAt)
}
