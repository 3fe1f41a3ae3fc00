import { z } from 'zod'
import { anyone } from '../access.ts'
import { operations } from '../operation.ts'

/** What browsers and machines read of published sites; none of it is part of the management interface. */
export const visitOperations = operations('sites', {
  visitSite: {
    method: 'GET',
    path: '/sites/{address}',
    rest: true,
    summary: 'Read a published site',
    access: anyone,
    replies: { 200: z.unknown() },
    visit: true,
    page: true,
    calls: [
      'listPublishedPages',
      'getPublishedPage',
      'listPublishedTexts',
      'getPublishedFile',
      'searchPublishedSpaces',
    ],
  },
})
