import { z } from 'zod'
import { anyMember, spaceRole } from '../access.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { CreateSpace, Space, UpdateSpace } from './spaces.ts'

export const spaceOperations = operations('content', {
  listSpacesInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/spaces',
    summary: 'List the spaces the caller can see',
    access: anyMember,
    query: ListQuery,
    replies: { 200: list(Space) },
  },
  createSpace: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/spaces',
    summary: 'Create a space',
    access: anyMember,
    body: CreateSpace,
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
  },
  updateSpaceById: {
    method: 'PATCH',
    path: '/v1/spaces/{spaceId}',
    summary: 'Change a space',
    access: spaceRole('create'),
    body: UpdateSpace,
    replies: { 200: Space },
    narrows: true,
  },
  deleteSpaceById: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}',
    summary: 'Delete a space; it can be restored for seven days',
    access: spaceRole('create'),
    replies: { 204: null, 205: null },
    narrows: true,
  },
  restoreSpace: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/restore',
    summary: 'Restore a space deleted in the last seven days',
    access: spaceRole('create'),
    replies: { 200: Space },
  },
})
