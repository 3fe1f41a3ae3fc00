import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { VisitorClaims } from '../shared/site-token-claims.ts'

/** Operations for sites, which authorizes its callers. Not reachable through the gateway. */
export const publishedPathOperations = operations('content', {
  findPublishedPath: {
    method: 'POST',
    path: '/internal/spaces/{spaceId}/pages/{pageId}/path',
    summary: 'Where a page lies in the live revision of a space; 404 where it is not there, or not for the visitor',
    access: servicesOnly,
    /** Without a visitor the request is for a member, who sees all pages of a space that they may read. */
    body: z.object({ visitor: z.object({ claims: VisitorClaims }).optional() }),
    reads: true,
    replies: { 200: z.strictObject({ path: z.string() }) },
  },
})
