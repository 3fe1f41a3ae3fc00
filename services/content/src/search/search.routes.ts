import { readableSpaceIds } from '@quire/access'
import { searchOperations } from '@quire/contracts'
import { anyOf, listOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import { type ContentContext, implement } from '../context.ts'
import { type OpenRevision, openLive, openLiveOf, placedPage } from '../pages/history.ts'
import { catchUp } from './catching-up.ts'
import { type FoundPage, searchSpace, searchSpaces } from './search.ts'

/** Found pages as the interface shows them, with the path that each has in the live content. */
async function showPages({ deps }: Pick<ContentContext, 'deps'>, open: OpenRevision, pages: FoundPage[]) {
  const shown = await Promise.all(
    pages.map(async ({ id, title, sections }) => {
      const placed = await placedPage(open, id)
      const path = placed?.path ?? ''
      const app = `${deps.publicUrl}/v1/spaces/${open.revision.spaceId}/content/page/${id}`
      return {
        id,
        title,
        path,
        urls: { app },
        sections: sections.map((section) => ({
          id: section.id,
          title: section.title,
          path: section.id === '' ? path : `${path}#${section.id}`,
          body: section.body,
          urls: { app },
        })),
      }
    }),
  )
  return new Map(shown.map((page) => [page.id, page]))
}

/** Indexing that one search began serves all others too, so it does not end when its caller leaves. */
const indexing = ({ sql, deps }: ContentContext) => ({ sql, parser: deps.inBackground(new AbortController().signal) })

export const searchRoutes = implement(searchOperations, {
  async searchSpaceContent(context) {
    const { sql, params, query, page, cursors } = context
    await catchUp(indexing(context), raw`(${params.spaceId})`)
    const { rows, count } = await searchSpace(sql, params.spaceId, query.query, page)
    const shown = await showPages(context, await openLive(context, params.spaceId), rows.slice(0, page.limit))
    return listOf({
      page,
      cursors,
      rows,
      present: (row) => shown.get(row.id) ?? { id: row.id, title: row.title, path: '', urls: { app: '' } },
      after: (row) => [row.position],
      count: async () => count,
    })
  },

  async searchOrganizationContent(context) {
    const { sql, access, query, page, cursors } = context
    const readable = readableSpaceIds({ member: access.member })
    await catchUp(indexing(context), readable)
    const { rows, count } = await searchSpaces(sql, readable, query.query, page)
    const ids = rows.slice(0, page.limit).map((row) => row.spaceId)
    const opened = await openLiveOf(context, ids)
    const spaces = await sql.selectFrom('space').select(['id', 'title']).where('id', '=', anyOf(ids)).execute()
    const titles = new Map(spaces.map((space) => [space.id, space.title]))
    const shown = new Map(
      await Promise.all(
        rows.slice(0, page.limit).map(async ({ spaceId, pages }) => {
          const open = opened.get(spaceId)
          return [spaceId, open && (await showPages(context, open, pages))] as const
        }),
      ),
    )
    return listOf({
      page,
      cursors,
      rows,
      present: (row) => ({
        id: row.spaceId,
        title: titles.get(row.spaceId) ?? '',
        pages: [...(shown.get(row.spaceId)?.values() ?? [])],
      }),
      after: (row) => [row.position],
      count: async () => count,
    })
  },
})
