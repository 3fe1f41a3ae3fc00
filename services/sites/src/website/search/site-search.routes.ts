import { siteSearchInternalOperations, siteSearchOperations } from '@quire/contracts'
import { done, listOf, notOfThisList, type Page } from '@quire/kit'
import { implement } from '../../context.ts'
import { findSite } from '../../model/sites.state.ts'
import { inScope, scopeOf, searchableSpaces } from './scope.ts'

const { searchSpacesOfSite } = siteSearchInternalOperations

export const siteSearchRoutes = implement(siteSearchOperations, {
  /** Sites selects the spaces; content searches them and filters the pages that a visitor sees. */
  async searchSiteContent(context) {
    const { params, body, page, cursors, access, caller, call } = context
    const from = startOf(page)
    const searched = inScope(scopeOf(body), await searchableSpaces(context, params.siteId))
    if (searched.length === 0) return { items: [], count: 0 }
    const answer = await call('searchSpacesOfSite', {
      params: { organizationId: params.organizationId },
      body: {
        query: body.query,
        spaces: searched.map(({ spaceId }) => spaceId),
        from,
        limit: page.limit + 1,
        ...(access.visitorSite && { visitor: { claims: caller.visit?.claims ?? {} } }),
      },
    })
    const { spaces, count } = searchSpacesOfSite.replies[200].parse(answer)
    return listOf({
      page,
      cursors,
      rows: spaces.map((space, index) => ({ space, position: from + index + 1 })),
      present: ({ space }) => space,
      after: ({ position }) => [position],
      count: async () => count,
    })
  },

  /** Searches for the title of the site: whatever is searched for first loads the index. */
  async prewarmSiteSearch(context) {
    const { sql, params, access, caller, call } = context
    const { title } = await findSite(sql, params.siteId)
    const query = title.slice(0, maxWarmedCharacters)
    const spaces = (await searchableSpaces(context, params.siteId)).map(({ spaceId }) => spaceId)
    const visitor = access.visitorSite && { visitor: { claims: caller.visit?.claims ?? {} } }
    if (spaces.length > 0)
      await call('searchSpacesOfSite', {
        params: { organizationId: params.organizationId },
        body: { query, spaces, from: 0, limit: 1, ...visitor },
      })
    return done()
  },
})

const maxWarmedCharacters = 50

/** Returns the position at which the page begins. */
function startOf({ cursor }: Page): number {
  if (!cursor) return 0
  const [position] = cursor.after
  if (typeof position !== 'number') throw notOfThisList()
  return position
}
