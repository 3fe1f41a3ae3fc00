import { anyMember, spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list } from '../shared/list.ts'
import { ContentImportRun, ImportContent, ImportContentResult, ImportRunQuery, StartImportRun } from './imports.ts'

/** Imports that are answered when they are done, and runs, which callers watch. */
export const importOperations = operations('content', {
  importContent: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/content/import',
    summary: 'Import content as a new live revision',
    access: spaceRole('edit'),
    body: ImportContent,
    audited: { target: 'space', byJob: true },
    slow: true,
    replies: { 201: ImportContentResult },
  },
  importContentInPageById: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/content/page/{pageId}/import',
    summary: 'Import content into a page, as a new live revision',
    access: spaceRole('edit'),
    body: ImportContent,
    audited: { target: 'space', byJob: true },
    slow: true,
    replies: { 201: ImportContentResult },
  },
  importContentInChangeRequest: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import',
    summary: 'Import content into a change request',
    access: spaceRole('edit'),
    body: ImportContent,
    slow: true,
    replies: { 201: ImportContentResult },
  },
  importContentInChangeRequestPageById: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/import',
    summary: 'Import content into a page of a change request',
    access: spaceRole('edit'),
    body: ImportContent,
    slow: true,
    replies: { 201: ImportContentResult },
  },
  startImportRun: {
    method: 'POST',
    path: '/v1/org/{organizationId}/imports',
    summary: 'Start an import that goes on by itself',
    // The handler requires `edit` on the space that the body names.
    access: anyMember,
    body: StartImportRun,
    audited: { target: 'space', byJob: true },
    replies: { 201: ContentImportRun },
  },
  listImportRuns: {
    method: 'GET',
    path: '/v1/org/{organizationId}/imports',
    summary: 'List the imports that you started, and those of the spaces that you may edit',
    access: anyMember,
    query: ImportRunQuery,
    replies: { 200: list(ContentImportRun) },
  },
  getImportRun: {
    method: 'GET',
    path: '/v1/org/{organizationId}/imports/{importRunId}',
    summary: 'Watch an import',
    access: anyMember,
    replies: { 200: ContentImportRun },
  },
  cancelImportRun: {
    method: 'POST',
    path: '/v1/org/{organizationId}/imports/{importRunId}/cancel',
    summary: 'Cancel an import that has not ended',
    access: anyMember,
    replies: { 201: ContentImportRun },
  },
})
