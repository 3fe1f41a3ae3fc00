import { readableSpaceIds } from '@quire/access'
import { searchOperations } from '@quire/contracts'
import { listOf, reading } from '@quire/kit'
import { catchUpIndex } from './catch-up-index.ts'
import { implement } from './context.ts'
import { foundPagePresenter, foundSpacePresenter } from './found-pages.present.ts'
import { readLiveSpaces } from './live-spaces.ts'
import { searchPages, searchSpaces } from './search-pages.ts'
import { readSearchableSpaces, searchedSpace } from './spaces-to-search.ts'

export const searchRoutes = implement(searchOperations, {
  searchSpaceContent: reading(searchedSpace, async (context) => {
    const { deps, access, row, params, query, page, cursors, signal } = context
    const { index, indexSpace } = deps.search
    const organization = access.organizationId
    const behind = row.behind ? [row.behind] : []
    const version = await catchUpIndex(context, indexSpace, organization, { version: row.version, behind })
    const searched = { organization, version, readable: [params.spaceId], signal }
    const { rows, count } = await searchPages(index, searched, query.query, page)
    const presentPage = await foundPagePresenter(context, new Map([[params.spaceId, row]]), rows.slice(0, page.limit))
    return listOf({
      page,
      cursors,
      rows,
      present: presentPage,
      after: ({ position }) => [position],
      count: async () => count,
    })
  }),

  async searchOrganizationContent(context) {
    const { sql, deps, access, params, query, page, cursors, signal } = context
    const { index, indexSpace } = deps.search
    const organization = params.organizationId
    const spaceIds = readableSpaceIds({ member: access.member })
    const { readable, ...known } = await readSearchableSpaces(sql, organization, spaceIds)
    const version = await catchUpIndex(context, indexSpace, organization, known)
    const searched = { organization, version, readable, signal }
    const { rows, count } = await searchSpaces(index, searched, query.query, page, query.pagesPerSpace)
    const found = rows.slice(0, page.limit)
    const spaces = await readLiveSpaces(sql, { ids: found.map(({ spaceId }) => spaceId) })
    const live = new Map(spaces.map((space) => [space.id, space]))
    return listOf({
      page,
      cursors,
      rows,
      present: await foundSpacePresenter(context, live, found),
      after: ({ position }) => [position],
      count: async () => count,
    })
  },
})
