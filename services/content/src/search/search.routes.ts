import { readableSpaceIds } from '@quire/access'
import { searchOperations } from '@quire/contracts'
import { listOf, reading } from '@quire/kit'
import { implement } from '../context.ts'
import { caughtUp } from './catching-up.ts'
import { readLive } from './live-pages.ts'
import { showing, showingSpaces } from './present.ts'
import { searchPages, searchSpaces } from './search.ts'
import { readSearchable, searchedSpace } from './searchable.ts'

export const searchRoutes = implement(searchOperations, {
  searchSpaceContent: reading(searchedSpace, async (context) => {
    const { deps, access, row, params, query, page, cursors, signal } = context
    const { index, bring } = deps.search
    const organization = access.organizationId
    const behind = row.behind ? [row.behind] : []
    const version = await caughtUp(context, bring, organization, { version: row.version, behind })
    const searched = { organization, version, readable: [params.spaceId], signal }
    const { rows, count } = await searchPages(index, searched, query.query, page)
    const show = await showing(context, new Map([[params.spaceId, row]]), rows.slice(0, page.limit))
    return listOf({
      page,
      cursors,
      rows,
      present: show,
      after: ({ position }) => [position],
      count: async () => count,
    })
  }),

  async searchOrganizationContent(context) {
    const { sql, deps, access, params, query, page, cursors, signal } = context
    const { index, bring } = deps.search
    const organization = params.organizationId
    const spaceIds = readableSpaceIds({ member: access.member })
    const { readable, ...known } = await readSearchable(sql, organization, spaceIds)
    const version = await caughtUp(context, bring, organization, known)
    const { rows, count } = await searchSpaces(index, { organization, version, readable, signal }, query.query, page)
    const found = rows.slice(0, page.limit)
    const spaces = await readLive(sql, { ids: found.map(({ spaceId }) => spaceId) })
    const live = new Map(spaces.map((space) => [space.id, space]))
    return listOf({
      page,
      cursors,
      rows,
      present: await showingSpaces(context, live, found),
      after: ({ position }) => [position],
      count: async () => count,
    })
  },
})
