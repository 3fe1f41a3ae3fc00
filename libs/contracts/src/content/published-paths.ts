import { z } from 'zod'
import { servicesOnly } from '../access.ts'
import { operations } from '../operation.ts'

/** For sites, which decides who may know. Not reachable through the gateway. */
export const publishedPathOperations = operations('content', {
  findPublishedPath: {
    method: 'GET',
    path: '/internal/spaces/{spaceId}/pages/{pageId}/path',
    summary: 'Where a page lies in the live revision of a space; 404 where it is not there',
    access: servicesOnly,
    replies: { 200: z.strictObject({ path: z.string() }) },
  },
})
