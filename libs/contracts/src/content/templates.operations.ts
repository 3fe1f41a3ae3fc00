import { signedIn, spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ApplyTemplateToSpace, Templates } from './templates.ts'

export const templateOperations = operations('content', {
  listTemplates: {
    method: 'GET',
    path: '/v1/templates',
    summary: 'List the templates that spaces can begin with',
    access: signedIn,
    replies: { 200: Templates },
  },
  applyTemplateToSpace: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/content/template',
    summary: 'Add the pages of a template to a space, or to a change request of it',
    access: spaceRole('edit'),
    body: ApplyTemplateToSpace,
    audited: { target: 'space', id: 'spaceId', fields: ['id'] },
    slow: true,
    replies: { 201: null },
  },
})
