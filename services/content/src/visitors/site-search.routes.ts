import { siteSearchInternalOperations } from '@quire/contracts'
import { sql as raw } from 'kysely'
import { catchUpIndex } from '../search/catch-up-index.ts'
import { foundSpacePresenter } from '../search/found-pages.present.ts'
import { readLiveSpaces } from '../search/live-spaces.ts'
import { type FoundSpace, groupBySpace, searchSomeSpaces } from '../search/search-pages.ts'
import { readSearchableSpaces } from '../search/spaces-to-search.ts'
import { implement, type VisitorsContext } from './context.ts'
import { searchForVisitor } from './search-for-visitor.ts'

export const siteSearchRoutes = implement(siteSearchInternalOperations, {
  async searchSpacesOfSite(context) {
    const { sql, deps, params, body, signal } = context
    const { query, spaces: spaceIds, visitor, from, limit } = body
    const { index, indexSpace } = deps.search
    const organization = params.organizationId
    const { readable, ...known } = await readSearchableSpaces(
      sql,
      organization,
      raw`(select unnest(${spaceIds}::text[]))`,
    )
    if (readable.length === 0) return { spaces: [], count: 0 }
    const version = await catchUpIndex(context, indexSpace, organization, known)
    const searched = { organization, version, readable, signal }
    if (!visitor) {
      const { spaces, count } = await searchSomeSpaces(index, searched, query, { from, limit })
      return { spaces: await presentSpaces(context, spaces), count }
    }
    const { found, isAll } = await searchForVisitor(context, searched, { claims: visitor.claims, query })
    const { spaces, count } = groupBySpace(found, { from, limit })
    const own = new Map(found.flatMap(({ page, sections }) => (sections ? [[page, sections] as const] : [])))
    const pagesOf = spaces.map(({ spaceId, pages }) => ({ spaceId, pages: pages.map(({ page }) => page) }))
    return { spaces: await presentSpaces(context, pagesOf, own), count: isAll ? count : undefined }
  },
})

async function presentSpaces(
  context: VisitorsContext,
  spaces: readonly FoundSpace[],
  own?: Parameters<typeof foundSpacePresenter>[3],
) {
  const rows = await readLiveSpaces(context.sql, { ids: spaces.map(({ spaceId }) => spaceId) })
  const live = new Map(rows.map((space) => [space.id, space]))
  return spaces.map(await foundSpacePresenter(context, live, spaces, own))
}
