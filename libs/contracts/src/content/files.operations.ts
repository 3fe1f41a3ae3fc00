import { anyone } from '../access-rules.ts'
import { operations } from '../operation.ts'

/** Signed downloads: the address itself is the permission, and it expires (docs/interface.md#files). */
export const fileOperations = operations('content', {
  downloadFile: {
    method: 'GET',
    path: '/v1/downloads/{token}',
    summary: 'Download a file by the address in its `downloadURL`',
    access: anyone,
    replies: { 200: null },
    download: true,
  },
})
