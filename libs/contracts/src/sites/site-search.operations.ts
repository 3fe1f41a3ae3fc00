import { z } from 'zod'
import { siteRole } from '../access-rules.ts'
import { SearchQuery, SearchSpace } from '../content/search.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'

const SiteSpaceIds = z.array(Id).max(1000)

/** The scope of a search in a site (docs/interface.md#search-in-a-site). */
export const SiteSearchScope = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('default'),
    currentSiteSpace: Id.optional(),
    includedSiteSpaces: SiteSpaceIds.optional(),
    restrictTo: z.enum(['currentSiteSpace', 'otherSiteSpaces']).optional(),
  }),
  z.object({ mode: z.literal('specific'), siteSpaceIds: SiteSpaceIds.min(1) }),
  z.object({ mode: z.literal('all') }),
])
export type SiteSearchScope = z.infer<typeof SiteSearchScope>

/** A search. `scope` has precedence; the other fields are from earlier clients. */
const SearchSite = z.object({
  query: SearchQuery,
  scope: SiteSearchScope.optional(),
  mode: z.enum(['current', 'specific', 'all']).optional(),
  siteSpaceId: Id.optional(),
  siteSpaceIds: SiteSpaceIds.min(1).optional(),
})
export type SearchSite = z.infer<typeof SearchSite>

export const siteSearchOperations = operations('sites', {
  searchSiteContent: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/search',
    summary: 'Search the pages of the spaces of a site that the caller can see',
    access: siteRole('read'),
    query: ListQuery,
    body: SearchSite,
    replies: { 200: list(SearchSpace) },
    reads: true,
    site: true,
    calls: ['searchSpacesOfSite'],
  },
  prewarmSiteSearch: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/search/prewarm',
    summary: 'Load what a search of a site reads, because a visitor is about to search',
    access: siteRole('read'),
    replies: { 204: null },
    reads: true,
    site: true,
    calls: ['searchSpacesOfSite'],
  },
})
