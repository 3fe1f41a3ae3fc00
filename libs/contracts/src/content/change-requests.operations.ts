import { z } from 'zod'
import { spaceRole } from '../access.ts'
import { operations } from '../operation.ts'
import { list, listQuery, QueryFlag } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'
import {
  ChangeRequest,
  ChangeRequestContentUpdate,
  CreateChangeRequest,
  changeRequestStatuses,
  MergeResult,
  UpdateChangeRequest,
  UpdateChangeRequestContent,
  UpdateResult,
} from './change-requests.ts'
import { AnyPage, ContentQuery, PageQuery, PageTree, Revision } from './pages.ts'

export const changeRequestOperations = operations('content', {
  listChangeRequestsForSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests',
    summary: 'List the change requests of a space',
    access: spaceRole('read'),
    query: listQuery({
      status: z.enum(changeRequestStatuses).default('open'),
      creator: Id.optional(),
      contributor: Id.optional(),
    }),
    replies: { 200: list(ChangeRequest) },
  },
  createChangeRequest: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests',
    summary: 'Create a change request, as a draft',
    access: spaceRole('edit'),
    body: CreateChangeRequest,
    replies: { 201: ChangeRequest },
  },
  getChangeRequestById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}',
    summary: 'Get a change request by its id or number',
    access: spaceRole('read'),
    replies: { 200: ChangeRequest },
  },
  updateChangeRequestById: {
    method: 'PATCH',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}',
    summary: 'Change the subject or status of a change request',
    access: spaceRole('edit'),
    body: UpdateChangeRequest,
    replies: { 200: ChangeRequest },
  },
  updateChangeRequestContent: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
    summary: 'Apply content changes to a change request, all or none',
    access: spaceRole('edit'),
    query: z.object({ compat: QueryFlag.optional() }),
    body: UpdateChangeRequestContent,
    bodyLimit: 16 * 1024 * 1024,
    replies: { 200: z.union([ChangeRequest, ChangeRequestContentUpdate]) },
  },
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
  mergeChangeRequest: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
    summary: 'Merge a change request into the live content',
    access: spaceRole('review'),
    replies: { 200: MergeResult },
  },
  updateChangeRequest: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update',
    summary: 'Bring the live content into a change request',
    access: spaceRole('edit'),
    replies: { 200: UpdateResult },
  },
})
