import { spaceRole } from '../access-rules.ts'
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
  listTeamPermissionsInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/permissions/teams',
    summary: 'List the teams that were given a role on a space',
    access: spaceRole('create'),
    query: ListQuery,
    replies: { 200: list(TeamPermission) },
  },
  listPermissionsAggregateInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/permissions/aggregate',
    summary: 'List everybody who can see a space, with their role on it and where it comes from',
    access: spaceRole('create'),
    query: AggregateQuery,
    replies: { 200: list(UserAccess) },
  },
})
