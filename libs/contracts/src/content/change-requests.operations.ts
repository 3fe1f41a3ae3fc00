import { z } from 'zod'
import { anyMember, spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery, QueryFlag } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'
import {
  ChangeRequest,
  CreateChangeRequest,
  changeRequestStatuses,
  MergeChangeRequest,
  MergeResult,
  UpdateChangeRequest,
  UpdateResult,
} from './change-requests.ts'
import { ChangeRequestContentUpdate, UpdateChangeRequestContent } from './content-changes.ts'

const ChangeRequestQuery = listQuery({
  status: z.enum(changeRequestStatuses).default('open'),
  creator: Id.optional(),
  contributor: Id.optional(),
  reviewer: Id.optional().meta({
    description: 'Lists those that wait for a review of this person; not part of the published interface',
  }),
})

export const changeRequestOperations = operations('content', {
  listChangeRequestsForOrganization: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/change-requests',
    summary: 'List the change requests of the spaces that you may read',
    access: anyMember,
    query: ChangeRequestQuery,
    replies: { 200: list(ChangeRequest) },
  },
  listChangeRequestsForSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests',
    summary: 'List the change requests of a space',
    access: spaceRole('read'),
    query: ChangeRequestQuery,
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
    summary: 'Change the subject, description or status of a change request',
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
    slow: true,
    replies: { 200: z.union([ChangeRequest, ChangeRequestContentUpdate]) },
  },
  mergeChangeRequest: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
    summary: 'Merge a change request into the live content',
    access: spaceRole('review'),
    body: MergeChangeRequest,
    audited: { target: 'change-request', id: 'changeRequestId', params: ['spaceId'] },
    slow: true,
    replies: { 200: MergeResult },
  },
  updateChangeRequest: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update',
    summary: 'Bring the live content into a change request',
    access: spaceRole('edit'),
    slow: true,
    replies: { 200: UpdateResult },
  },
})
