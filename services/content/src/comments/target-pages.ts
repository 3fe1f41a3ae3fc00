import { type Comment, withoutNulls } from '@quire/contracts'
import type { ContentContext } from '../context.ts'
import { pagePaths } from '../revisions/page-paths.ts'
import type { PlacedPage } from '../revisions/reader.ts'
import { getMany } from '../trees/read.ts'
import type { CommentedPage } from './comments.entity.ts'
import type { CommentRow } from './comments.present.ts'
import type { CommentTarget } from './comments.rules.ts'

/** The page that a comment is about; undefined where it is about none, or nothing is known of it any more. */
export type ShowTargetPage = (row: CommentRow) => Comment['target']['page']

/** What a comment says of a page, and keeps for the time when the page is gone. */
export function commentedPage({ page, path }: Omit<PlacedPage, 'id'>): CommentedPage {
  const { title, emoji, icon, createdAt, updatedAt } = page
  return { title, ...withoutNulls({ emoji, icon }), createdAt, updatedAt, path }
}

/** Reads the pages of these comments as they are now: one load a level of the tree, however many. */
export async function targetPages(
  context: Pick<ContentContext, 'deps'>,
  target: CommentTarget,
  rows: CommentRow[],
): Promise<ShowTargetPage> {
  const ids = [...new Set(rows.flatMap((row) => row.page_id ?? []))]
  const pages = ids.length === 0 ? new Map<string, CommentedPage>() : await pagesNow(context, target, ids)
  return (row) => {
    if (row.page_id === null) return undefined
    const page = pages.get(row.page_id)
    if (page) return { id: row.page_id, ...page, outdated: hasChanged(row, page) }
    return row.page ? { id: row.page_id, ...row.page, outdated: true } : undefined
  }
}

async function pagesNow({ deps }: Pick<ContentContext, 'deps'>, target: CommentTarget, ids: string[]) {
  const { storage, revision } = await target.content()
  const pages = await getMany(storage.nodes, revision.roots.pages, ids)
  const paths = await pagePaths(storage.nodes, deps.caches.pagePaths, revision.roots.pages, ids)
  return new Map(Array.from(pages, ([id, page]) => [id, commentedPage({ page, path: paths.get(id) ?? '' })]))
}

/** Comments from before pages were kept with them are compared by their time. */
function hasChanged(row: CommentRow, { updatedAt = '' }: CommentedPage): boolean {
  return row.page ? row.page.updatedAt !== updatedAt : new Date(row.posted_at) < new Date(updatedAt)
}
