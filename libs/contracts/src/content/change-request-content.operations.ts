import { z } from 'zod'
import { spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'
import {
  AnyPage,
  ContentQuery,
  contentFlags,
  File,
  PageAtPath,
  PageMetaLinks,
  PageQuery,
  PageTree,
  ReusableContent,
  ReusableContentQuery,
  Revision,
} from './pages.ts'

/**
 * A page, file or reusable content that both sides of a merge changed differently. `kind` names the difference: a
 * field, `content` where the text shows both sides between markers, `file` for the bytes of a file, or `deleted` where
 * one side deleted what the other edited. `main` and `changeRequest` are the values of either side, absent where a side
 * has none.
 */
const UnresolvedContent = z
  .strictObject({
    object: z.enum(['page', 'file', 'reusable-content']),
    id: Id,
    conflicts: z.array(
      z.strictObject({ kind: z.string(), main: z.unknown().optional(), changeRequest: z.unknown().optional() }),
    ),
  })
  .meta({ id: 'UnresolvedContent' })

/** Reads of a change request's content, like those of a space's live content (pages.operations.ts). */
export const changeRequestContentOperations = operations('content', {
  getRevisionOfChangeRequestById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
    summary: 'Get the revision of a change request',
    access: spaceRole('read'),
    query: ContentQuery,
    replies: { 200: Revision },
  },
  listPagesInChangeRequest: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages',
    summary: 'Get the page tree of a change request',
    access: spaceRole('read'),
    query: ContentQuery,
    replies: { 200: PageTree },
  },
  getPageInChangeRequestById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
    summary: 'Get a page of a change request',
    access: spaceRole('read'),
    query: PageQuery,
    replies: { 200: AnyPage },
  },
  listChangeRequestPageMetaLinks: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/meta-links',
    summary: 'Get the meta links of a page of a change request',
    access: spaceRole('read'),
    replies: { 200: PageMetaLinks },
  },
  getPageInChangeRequestByPath: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
    rest: true,
    summary: 'Get a document or group of a change request by its path',
    access: spaceRole('read'),
    query: PageQuery,
    replies: { 200: PageAtPath },
  },
  listFilesInChangeRequestById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files',
    summary: 'List the files of a change request',
    access: spaceRole('read'),
    query: listQuery(contentFlags),
    replies: { 200: list(File) },
  },
  getFileInChangeRequestById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}',
    summary: 'Get a file of a change request',
    access: spaceRole('read'),
    query: ContentQuery,
    replies: { 200: File },
  },
  getReusableContentInChangeRequestById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}',
    summary: 'Get a reusable content of a change request',
    access: spaceRole('read'),
    query: ReusableContentQuery,
    replies: { 200: ReusableContent },
  },
  listConflictsInChangeRequest: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/conflicts',
    summary: 'List what a change request has unresolved',
    access: spaceRole('read'),
    query: listQuery({}),
    replies: { 200: list(UnresolvedContent) },
  },
})
