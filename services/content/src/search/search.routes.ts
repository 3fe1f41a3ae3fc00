import { readableSpaceIds } from '@quire/access'
import { searchOperations } from '@quire/contracts'
import { anyOf, listOf } from '@quire/kit'
import { type Expression, sql as raw } from 'kysely'
import { type ContentContext, implement } from '../context.ts'
import { openLiveOf } from '../pages/history.ts'
import { caughtUp } from './catching-up.ts'
import { showPages } from './present.ts'
import { type FoundPage, searchPages, searchSpaces } from './search.ts'
import { loadSections } from './sections.ts'

/** What is searched: these spaces, once the index holds what is live in them. */
async function searchedIn({ sql, deps }: ContentContext, organization: string, spaceIds: Expression<unknown>) {
  return { organization, ...(await caughtUp({ sql }, deps.search.bring, { organization, spaceIds })) }
}

/** The pages of these spaces as they are shown, by space and page. */
async function shownOf(context: ContentContext, found: readonly FoundPage[]) {
  const bySpace = Map.groupBy(found, ({ space }) => space)
  const opened = await openLiveOf(context, [...bySpace.keys()])
  const wanted = found.flatMap(({ space, document }) => {
    const store = opened.get(space)?.revision.store
    return store === undefined ? [] : { store, document }
  })
  const sections = await loadSections(context.sql, context.deps.search.sections, wanted)
  const shown = [...bySpace].map(async ([space, pages]) => {
    const open = opened.get(space)
    return [space, open ? await showPages(context, open, pages, sections) : []] as const
  })
  return new Map(await Promise.all(shown))
}

export const searchRoutes = implement(searchOperations, {
  async searchSpaceContent(context) {
    const { deps, access, params, query, page, cursors } = context
    const searched = await searchedIn(context, access.organizationId, raw`(${params.spaceId})`)
    const { rows, count } = await searchPages(deps.search.index, searched, query.query, page)
    const pages = (await shownOf(context, rows.slice(0, page.limit))).get(params.spaceId) ?? []
    const shown = new Map(pages.map((one) => [one.id, one]))
    return listOf({
      page,
      cursors,
      rows,
      present: ({ id, title }) => shown.get(id) ?? { id, title, path: '', urls: { app: '' } },
      after: (row) => [row.position],
      count: async () => count,
    })
  },

  async searchOrganizationContent(context) {
    const { sql, deps, access, params, query, page, cursors } = context
    const searched = await searchedIn(context, params.organizationId, readableSpaceIds({ member: access.member }))
    const { rows, count } = await searchSpaces(deps.search.index, searched, query.query, page)
    const found = rows.slice(0, page.limit)
    const spaces = await sql
      .selectFrom('space')
      .select(['id', 'title'])
      .where('id', '=', anyOf(found.map(({ spaceId }) => spaceId)))
      .execute()
    const titles = new Map(spaces.map((space) => [space.id, space.title]))
    const pages = await shownOf(
      context,
      found.flatMap((row) => row.pages),
    )
    return listOf({
      page,
      cursors,
      rows,
      present: ({ spaceId }) => ({
        id: spaceId,
        title: titles.get(spaceId) ?? '',
        pages: pages.get(spaceId) ?? [],
      }),
      after: (row) => [row.position],
      count: async () => count,
    })
  },
})
