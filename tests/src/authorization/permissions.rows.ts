import { inside, on, organization, type Rows } from './row-types.ts'

/** Grants on spaces and collections. */
export const permissionRows: Rows = {
  inviteToCollection: {
    least: 'create',
    ok: 204,
    ...inside,
    given: ({ seeded }) => ({ body: { role: 'read', users: [seeded.userId] } }),
  },
  listUserPermissionsInCollection: { least: 'create', ok: 200, ...inside },
  updateUserPermissionInCollection: { least: 'create', ok: 204, ...inside, given: on('member', { role: 'read' }) },
  removeUserFromCollection: { least: 'create', ok: 204, ...inside, given: on('member') },
  updateTeamPermissionInCollection: { least: 'create', ok: 204, ...inside, given: on('team', { role: 'read' }) },
  removeTeamFromCollection: { least: 'create', ok: 204, ...inside, given: on('team') },
  listTeamPermissionsInCollection: { least: 'create', ok: 200, ...inside },
  listPermissionsAggregateInCollection: { least: 'create', ok: 200, ...inside },
  inviteToSpace: {
    least: 'create',
    ok: 204,
    ...inside,
    given: ({ seeded }) => ({ body: { role: 'read', users: [seeded.userId] } }),
  },
  listUserPermissionsInSpace: { least: 'create', ok: 200, ...inside },
  updateUserPermissionInSpace: { least: 'create', ok: 204, ...inside, given: on('member', { role: 'read' }) },
  removeUserFromSpace: { least: 'create', ok: 204, ...inside, given: on('member') },
  updateTeamPermissionInSpace: { least: 'create', ok: 204, ...inside, given: on('team', { role: 'read' }) },
  removeTeamFromSpace: { least: 'create', ok: 204, ...inside, given: on('team') },
  listTeamPermissionsInSpace: { least: 'create', ok: 200, ...inside },
  listPermissionsAggregateInSpace: { least: 'create', ok: 200, ...inside },
  listTeamGrants: { least: 'admin', ok: 200, ...organization },
}
