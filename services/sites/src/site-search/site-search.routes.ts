import { siteSearchInternalOperations, siteSearchOperations } from '@quire/contracts'
import { listOf, notOfThisList, type Page } from '@quire/kit'
import { implement } from '../context.ts'
import { inScope, scopeOf } from './scope.ts'
import { searchableSpaces } from './searchable-spaces.ts'

const { searchSpacesOfSite } = siteSearchInternalOperations

export const siteSearchRoutes = implement(siteSearchOperations, {
  /** Sites says which spaces; content finds in them, and says of a visitor's pages which ones they are shown. */
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
        ...(access.opened && { visitor: { claims: caller.visit?.claims ?? {} } }),
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
})

/** A position is where the next page begins. */
function startOf({ cursor }: Page): number {
  if (!cursor) return 0
  const [position] = cursor.after
  if (typeof position !== 'number') throw notOfThisList()
  return position
}
