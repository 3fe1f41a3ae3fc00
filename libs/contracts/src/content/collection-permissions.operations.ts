import { collectionRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import {
  AggregateQuery,
  InviteUsersAndTeams,
  TeamPermission,
  UpdatePermission,
  UserAccess,
  UserPermission,
} from './permissions.ts'

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
  listTeamPermissionsInCollection: {
    method: 'GET',
    path: '/v1/collections/{collectionId}/permissions/teams',
    summary: 'List the teams that were given a role on a collection',
    access: collectionRole('create'),
    query: ListQuery,
    replies: { 200: list(TeamPermission) },
  },
  listPermissionsAggregateInCollection: {
    method: 'GET',
    path: '/v1/collections/{collectionId}/permissions/aggregate',
    summary: 'List everybody who can see a collection, with their role on it and where it comes from',
    access: collectionRole('create'),
    query: AggregateQuery,
    replies: { 200: list(UserAccess) },
  },
})
