import { siteSearchInternalOperations } from '@quire/contracts'
import { sql as raw } from 'kysely'
import { type ContentContext, implement } from '../context.ts'
import { caughtUp } from '../search/catching-up.ts'
import { readLive } from '../search/live-pages.ts'
import { showingSpaces } from '../search/present.ts'
import { type FoundSpace, searchSomeSpaces, someSpacesOf } from '../search/search.ts'
import { readSearchable } from '../search/searchable.ts'
import { searchForVisitor } from './visitor-search.ts'

export const siteSearchRoutes = implement(siteSearchInternalOperations, {
  async searchSpacesOfSite(context) {
    const { sql, deps, params, body, signal } = context
    const { query, spaces: spaceIds, visitor, from, limit } = body
    const { index, bring } = deps.search
    const organization = params.organizationId
    const { readable, ...known } = await readSearchable(sql, organization, raw`(select unnest(${spaceIds}::text[]))`)
    if (readable.length === 0) return { spaces: [], count: 0 }
    const version = await caughtUp(context, bring, organization, known)
    const searched = { organization, version, readable, signal }
    if (!visitor) {
      const { spaces, count } = await searchSomeSpaces(index, searched, query, { from, limit })
      return { spaces: await shown(context, spaces), count }
    }
    const { found, isAll } = await searchForVisitor(context, searched, { claims: visitor.claims, query })
    const { spaces, count } = someSpacesOf(found, { from, limit })
    const own = new Map(found.flatMap(({ page, sections }) => (sections ? [[page, sections] as const] : [])))
    const pagesOf = spaces.map(({ spaceId, pages }) => ({ spaceId, pages: pages.map(({ page }) => page) }))
    return { spaces: await shown(context, pagesOf, own), count: isAll ? count : undefined }
  },
})

async function shown(
  context: ContentContext,
  spaces: readonly FoundSpace[],
  own?: Parameters<typeof showingSpaces>[3],
) {
  const rows = await readLive(context.sql, { ids: spaces.map(({ spaceId }) => spaceId) })
  const live = new Map(rows.map((space) => [space.id, space]))
  return spaces.map(await showingSpaces(context, live, spaces, own))
}
