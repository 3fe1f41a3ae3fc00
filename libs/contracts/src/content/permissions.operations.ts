import { collectionRole, spaceRole } from '../access.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { InviteUsersAndTeams, UpdatePermission, UserPermission } from './permissions.ts'

export const collectionGrantOperations = operations('content', {
  inviteToCollection: {
    method: 'POST',
    path: '/v1/collections/{collectionId}/permissions',
    summary: 'Give people and teams a role on a collection',
    access: collectionRole('create'),
    body: InviteUsersAndTeams,
    replies: { 204: null },
    narrows: true,
  },
  listUserPermissionsInCollection: {
    method: 'GET',
    path: '/v1/collections/{collectionId}/permissions/users',
    summary: 'List the people who were given a role on a collection',
    access: collectionRole('create'),
    query: ListQuery,
    replies: { 200: list(UserPermission) },
  },
  updateUserPermissionInCollection: {
    method: 'PATCH',
    path: '/v1/collections/{collectionId}/permissions/users/{userId}',
    summary: "Change a person's role on a collection",
    access: collectionRole('create'),
    body: UpdatePermission,
    replies: { 204: null },
    narrows: true,
  },
  removeUserFromCollection: {
    method: 'DELETE',
    path: '/v1/collections/{collectionId}/permissions/users/{userId}',
    summary: "Take a person's role on a collection away",
    access: collectionRole('create'),
    replies: { 204: null, 205: null },
    narrows: true,
  },
  updateTeamPermissionInCollection: {
    method: 'PATCH',
    path: '/v1/collections/{collectionId}/permissions/teams/{teamId}',
    summary: "Change a team's role on a collection",
    access: collectionRole('create'),
    body: UpdatePermission,
    replies: { 204: null },
    narrows: true,
  },
  removeTeamFromCollection: {
    method: 'DELETE',
    path: '/v1/collections/{collectionId}/permissions/teams/{teamId}',
    summary: "Take a team's role on a collection away",
    access: collectionRole('create'),
    replies: { 204: null, 205: null },
    narrows: true,
  },
})

export const spaceGrantOperations = operations('content', {
  inviteToSpace: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/permissions',
    summary: 'Give people and teams a role on a space',
    access: spaceRole('create'),
    body: InviteUsersAndTeams,
    replies: { 204: null },
    narrows: true,
  },
  listUserPermissionsInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/permissions/users',
    summary: 'List the people who were given a role on a space',
    access: spaceRole('create'),
    query: ListQuery,
    replies: { 200: list(UserPermission) },
  },
  updateUserPermissionInSpace: {
    method: 'PATCH',
    path: '/v1/spaces/{spaceId}/permissions/users/{userId}',
    summary: "Change a person's role on a space",
    access: spaceRole('create'),
    body: UpdatePermission,
    replies: { 204: null },
    narrows: true,
  },
  removeUserFromSpace: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}/permissions/users/{userId}',
    summary: "Take a person's role on a space away",
    access: spaceRole('create'),
    replies: { 204: null, 205: null },
    narrows: true,
  },
  updateTeamPermissionInSpace: {
    method: 'PATCH',
    path: '/v1/spaces/{spaceId}/permissions/teams/{teamId}',
    summary: "Change a team's role on a space",
    access: spaceRole('create'),
    body: UpdatePermission,
    replies: { 204: null },
    narrows: true,
  },
  removeTeamFromSpace: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}/permissions/teams/{teamId}',
    summary: "Take a team's role on a space away",
    access: spaceRole('create'),
    replies: { 204: null, 205: null },
    narrows: true,
  },
})
