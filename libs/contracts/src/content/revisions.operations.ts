import { z } from 'zod'
import { spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list, listQuery } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'
import { ComparisonQuery, PageComparison } from './comparisons.ts'
import { LiveRevision } from './live-revision.ts'
import {
  AnyPage,
  ContentQuery,
  contentFlags,
  EvaluatedQuery,
  File,
  JSONDocument,
  PageAtPath,
  PageMetaLinks,
  PageQuery,
  PageTree,
  ReusableContent,
  ReusableContentQuery,
  Revision,
} from './pages.ts'
import { SemanticChanges } from './semantic-changes.ts'

const maxChanges = 1000
const changesPage = {
  page: ListQuery.shape.page,
  limit: z.coerce.number().int().min(1).max(maxChanges).default(10),
}

/**
 * Reads of any revision of a space, revisions of change requests included: everybody who reads the space may read its
 * history. Visitors of a site read the live revision only.
 */
export const revisionOperations = operations('content', {
  listLiveRevisions: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions',
    summary: 'List the revisions that were live in a space, newest first',
    access: spaceRole('read'),
    query: ListQuery,
    replies: { 200: list(LiveRevision) },
  },
  getRevisionById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions/{revisionId}',
    summary: 'Get a revision',
    access: spaceRole('read'),
    query: ContentQuery,
    replies: { 200: Revision },
    site: true,
  },
  listPagesInRevisionById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions/{revisionId}/pages',
    summary: 'Get the page tree of a revision',
    access: spaceRole('read'),
    query: ContentQuery,
    replies: { 200: PageTree },
    site: true,
  },
  getPageInRevisionById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}',
    summary: 'Get a page of a revision',
    access: spaceRole('read'),
    query: PageQuery,
    replies: { 200: AnyPage },
    site: true,
  },
  listRevisionPageMetaLinks: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links',
    summary: 'Get the meta links of a page of a revision',
    access: spaceRole('read'),
    replies: { 200: PageMetaLinks },
    site: true,
  },
  getPageInRevisionByPath: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}',
    rest: true,
    summary: 'Get a document or group of a revision by its path',
    access: spaceRole('read'),
    query: PageQuery,
    replies: { 200: PageAtPath },
    site: true,
  },
  getPageDocumentInRevisionById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document',
    summary: 'Get the text of a page of a revision, as a document tree',
    access: spaceRole('read'),
    query: EvaluatedQuery,
    replies: { 200: JSONDocument },
    site: true,
  },
  listFilesInRevisionById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions/{revisionId}/files',
    summary: 'List the files of a revision',
    access: spaceRole('read'),
    query: listQuery(contentFlags),
    replies: { 200: list(File) },
    site: true,
  },
  getFileInRevisionById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}',
    summary: 'Get a file of a revision',
    access: spaceRole('read'),
    query: ContentQuery,
    replies: { 200: File },
    site: true,
  },
  getReusableContentInRevisionById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}',
    summary: 'Get a reusable content of a revision',
    access: spaceRole('read'),
    query: ReusableContentQuery,
    replies: { 200: ReusableContent },
    site: true,
  },
  getReusableContentDocumentInRevisionById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document',
    summary: 'Get the text of a reusable content of a revision, as a document tree',
    access: spaceRole('read'),
    query: EvaluatedQuery,
    replies: { 200: JSONDocument },
    site: true,
  },
  getDocumentById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/documents/{documentId}',
    summary: 'Get a text of a space by the `documentId` of a page or the `document` of a reusable content',
    access: spaceRole('read'),
    query: z.object({ schema: z.enum(['current', 'next']).optional() }),
    replies: { 200: JSONDocument },
    site: true,
  },
  getRevisionSemanticChanges: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions/{revisionId}/changes',
    summary: 'List what a revision changed, compared with its first parent or with another revision',
    access: spaceRole('read'),
    /** `base` is the revision to compare with. */
    query: z.object({ ...contentFlags, ...changesPage, base: Id.optional() }),
    replies: { 200: SemanticChanges },
  },
  comparePageInRevision: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/comparison',
    summary: 'Compare the text of a page with that in the first parent or another revision, word by word',
    access: spaceRole('read'),
    query: ComparisonQuery,
    replies: { 200: PageComparison },
  },
  comparePageInChangeRequest: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/comparison',
    summary: 'Compare the text of a page with the live content that the change request has seen, or with a revision',
    access: spaceRole('read'),
    query: ComparisonQuery,
    replies: { 200: PageComparison },
  },
  getChangeRequestChanges: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes',
    summary: 'List what a change request changes, compared with what it has seen of the live content',
    access: spaceRole('read'),
    query: z.object(changesPage),
    replies: { 200: SemanticChanges },
  },
})
