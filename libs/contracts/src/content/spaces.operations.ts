import { z } from 'zod'
import { anyMember, spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list, listQuery } from '../shared/list.ts'
import { MoveContent, TransferContent } from './content-positions.ts'
import { CreateSpace, MemberSpace, Space, UpdateSpace } from './spaces.ts'

export const spaceOperations = operations('content', {
  listSpacesInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/spaces',
    summary: 'List the spaces the caller can see',
    access: anyMember,
    query: ListQuery,
    replies: { 200: list(Space) },
  },
  listSpacesForOrganizationMember: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/members/{userId}/spaces',
    summary: 'List the spaces a member can see, with their role on each; for administrators and the member themselves',
    access: anyMember,
    query: listQuery({ order: z.enum(['asc', 'desc']).default('desc') }),
    replies: { 200: list(MemberSpace) },
  },
  createSpace: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/spaces',
    summary: 'Create a space',
    access: anyMember,
    body: CreateSpace,
    audited: { target: 'space', id: 'reply', fields: ['title', 'parent', 'editMode'] },
    replies: { 201: Space },
  },
  getSpaceById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}',
    summary: 'Get a space',
    access: spaceRole('read'),
    query: z.object({ shareKey: z.string().max(512).optional() }),
    replies: { 200: Space },
    site: true,
    integration: 'space:metadata:read',
  },
  updateSpaceById: {
    method: 'PATCH',
    path: '/v1/spaces/{spaceId}',
    summary: 'Change a space',
    access: spaceRole('create'),
    body: UpdateSpace,
    audited: { target: 'space', id: 'spaceId', fields: ['title', 'editMode', 'defaultLevel', 'mergeRules'] },
    replies: { 200: Space },
    narrows: true,
  },
  deleteSpaceById: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}',
    summary: 'Delete a space; it can be restored for seven days',
    access: spaceRole('create'),
    audited: { target: 'space', id: 'spaceId' },
    replies: { 204: null, 205: null },
    narrows: true,
  },
  restoreSpace: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/restore',
    summary: 'Restore a space deleted in the last seven days, and the deleted collections around it',
    access: spaceRole('create'),
    audited: { target: 'space', id: 'spaceId' },
    replies: { 200: Space },
  },
  duplicateSpace: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/duplicate',
    summary: 'Duplicate a space: its content, and who is kept out of it',
    access: spaceRole('create'),
    audited: { target: 'space', id: 'reply', params: ['spaceId'] },
    replies: { 201: Space },
  },
  moveSpace: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/move',
    summary: 'Move a space into a collection, to the top, or to another place among its neighbours',
    access: spaceRole('create'),
    body: MoveContent,
    audited: { target: 'space', id: 'spaceId', fields: ['parent'] },
    replies: { 200: Space },
    narrows: true,
  },
  transferSpace: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/transfer',
    summary: 'Transfer a space to another organization, a collection, or both',
    access: spaceRole('create'),
    body: TransferContent,
    audited: { target: 'space', id: 'spaceId', fields: ['organization', 'collection'] },
    replies: { 200: Space },
    narrows: true,
  },
})
