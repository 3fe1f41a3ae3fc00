import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { maxLimit } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'
import { VisitorClaims } from '../shared/site-token-claims.ts'

const urls = z.strictObject({ app: z.string() })
/** Higher is better, without a bound; comparable among the results of one kind in one search. */
const score = z.number()
const SearchSection = z.strictObject({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  score,
  body: z.string(),
  urls,
})

/** See docs/interface.md#search. */
export const SearchPage = z
  .strictObject({
    id: Id,
    title: z.string(),
    /** Empty if the page has none. */
    description: z.string(),
    path: z.string(),
    score,
    /** The position among all found pages, from 1, whatever the page of the list or the space. */
    rank: z.int(),
    /** The pages and groups above the page, from the top. */
    ancestors: z.array(z.strictObject({ title: z.string() })),
    sections: z.array(SearchSection).optional(),
    urls,
  })
  .meta({ id: 'SearchPageResult' })
export const SearchSpace = z
  .strictObject({
    type: z.literal('space'),
    id: Id,
    title: z.string(),
    /** The score of its best page. */
    score,
    pages: z.array(SearchPage),
  })
  .meta({ id: 'SearchSpaceResult' })
export const SearchQuery = z.string().min(1).max(512)
/** The number of pages of each space in an answer. Not part of the published interface. */
export const PagesPerSpace = z.coerce.number().int().min(1).max(50).optional()

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
    access: servicesOnly('sites'),
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
