import { z } from 'zod'
import { signedIn } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ChangeRequest } from './change-requests.ts'
import { Collection } from './collections.ts'
import { DocumentPage, GroupPage } from './pages.ts'
import { Space } from './spaces.ts'

/** The target of an address (docs/interface.md#addresses-of-content). */
const ContentAtAddress = z.strictObject({
  collection: Collection.optional(),
  space: Space.optional(),
  changeRequest: ChangeRequest.optional(),
  page: z.discriminatedUnion('type', [DocumentPage, GroupPage]).optional(),
})

export const contentAddressOperations = operations('content', {
  getContentByUrl: {
    method: 'GET',
    path: '/v1/urls/content',
    summary: 'Find the collection, space, change request or page that an address leads to',
    access: signedIn,
    query: z.object({ url: z.url({ protocol: /^https?$/ }).max(2048) }),
    replies: { 200: ContentAtAddress },
  },
})
