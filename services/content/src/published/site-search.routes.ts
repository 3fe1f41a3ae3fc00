import { siteSearchInternalOperations } from '@quire/contracts'
import { sql as raw } from 'kysely'
import { implement } from '../context.ts'
import { caughtUp } from '../search/catching-up.ts'
import { readLive } from '../search/live-pages.ts'
import { showingSpaces } from '../search/present.ts'
import { type FoundPage, searchSomeSpaces, searchSpacesToTell } from '../search/search.ts'
import { readSearchable } from '../search/searchable.ts'
import { pagesForVisitor } from './visitor-pages.ts'

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
    const isTold = (pages: FoundPage[]) => pagesForVisitor(context, pages, visitor?.claims ?? {})
    const { spaces, count } = visitor
      ? await searchSpacesToTell(index, searched, query, { from, limit, isTold })
      : await searchSomeSpaces(index, searched, query, { from, limit })
    const rows = await readLive(sql, { ids: spaces.map(({ spaceId }) => spaceId) })
    const live = new Map(rows.map((space) => [space.id, space]))
    return { spaces: spaces.map(await showingSpaces(context, live, spaces)), count }
  },
})
