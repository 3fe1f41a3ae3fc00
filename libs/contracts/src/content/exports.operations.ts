import { spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'

/** Exports of whole spaces (docs/interface.md#exports). */
export const exportOperations = operations('content', {
  exportSpaceArchive: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/export/archive',
    summary: 'Download the live content as one archive, in the format that is imported',
    access: spaceRole('read'),
    replies: { 200: null },
    download: true,
  },
})
