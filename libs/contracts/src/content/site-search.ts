import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { maxLimit } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'
import { VisitorClaims } from '../shared/site-token-claims.ts'
import { SearchQuery, SearchSpace } from './search.ts'

const FoundSpaces = z.strictObject({
  spaces: z.array(SearchSpace),
  /** The number of spaces with results; absent if there may be more. */
  count: z.int().optional(),
})

/** Operations for sites, which authorizes searches of a site. Not reachable through the gateway. */
export const siteSearchInternalOperations = operations('content', {
  searchSpacesOfSite: {
    method: 'POST',
    path: '/internal/organizations/{organizationId}/site-search',
    summary: 'Search the live pages of some spaces of an organization, grouped by space',
    access: servicesOnly,
    body: z.object({
      query: SearchQuery,
      spaces: z.array(Id).min(1).max(1000),
      /** Index of the first space with results to return. */
      from: z.int().min(0).max(1000),
      limit: z
        .int()
        .min(1)
        .max(maxLimit + 1),
      /** Absent if a member searches, who sees all pages. */
      visitor: z.object({ claims: VisitorClaims }).optional(),
    }),
    replies: { 200: FoundSpaces },
    reads: true,
  },
})
