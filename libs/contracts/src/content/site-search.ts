import { z } from 'zod'
import { servicesOnly } from '../access.ts'
import { operations } from '../operation.ts'
import { maxLimit } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'
import { VisitorClaims } from '../shared/site-token-claims.ts'
import { SearchQuery, SearchSpace } from './search.ts'

const FoundSpaces = z.strictObject({
  spaces: z.array(SearchSpace),
  /** How many spaces answer; absent where there may be more. */
  count: z.int().optional(),
})

/** For sites, which decides what of a site is searched and for whom. Not reachable through the gateway. */
export const siteSearchInternalOperations = operations('content', {
  searchSpacesOfSite: {
    method: 'POST',
    path: '/internal/organizations/{organizationId}/site-search',
    summary: 'Search the live pages of some spaces of an organization, grouped by space',
    access: servicesOnly,
    body: z.object({
      query: SearchQuery,
      spaces: z.array(Id).min(1).max(1000),
      /** The first of the answering spaces to show. */
      from: z.int().min(0).max(1000),
      limit: z
        .int()
        .min(1)
        .max(maxLimit + 1),
      /** Absent: a member searches, who sees all pages. */
      visitor: z.object({ claims: VisitorClaims }).optional(),
    }),
    replies: { 200: FoundSpaces },
    reads: true,
  },
})
