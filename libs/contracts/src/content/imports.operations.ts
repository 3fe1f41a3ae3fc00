import { spaceRole } from '../access.ts'
import { operations } from '../operation.ts'
import { ImportContent, ImportContentResult } from './imports.ts'

export const importOperations = operations('content', {
  importContent: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/content/import',
    summary: 'Import content as a new live revision',
    access: spaceRole('edit'),
    body: ImportContent,
    slow: true,
    replies: { 201: ImportContentResult },
  },
})
