import { z } from 'zod'
import { spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Timestamp } from '../shared/primitives.ts'
import { User } from '../shared/user.ts'

/** The people who edit a page of a change request at the moment, without the caller. */
const PageEditors = z
  .strictObject({
    object: z.literal('page-editors'),
    editors: z.array(z.strictObject({ user: User, since: Timestamp })),
  })
  .meta({ id: 'PageEditors' })

/** Who edits a page now (docs/interface.md#who-edits-a-page). */
export const pageEditorOperations = operations('content', {
  announcePageEditing: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/editors',
    summary: 'Say that you edit a page of a change request, or no longer do, and get who else edits it',
    access: spaceRole('edit'),
    body: z.object({ active: z.boolean().default(true) }),
    replies: { 200: PageEditors },
  },
})
