import { collectionGrantOperations, spaceGrantOperations } from '@quire/contracts'
import { implement } from '../context.ts'
import { listAggregate } from './aggregate.list.ts'
import { collectionScope, spaceScope } from './grant-scopes.ts'
import { listTeams, listUsers } from './grants.list.ts'
import { invite, removeTeam, removeUser, setTeam, setUser } from './write-grants.ts'

export const spaceGrantRoutes = implement(spaceGrantOperations, {
  inviteToSpace: (context) => invite(context, spaceScope(context)),
  listUserPermissionsInSpace: (context) => listUsers(context, spaceScope(context)),
  updateUserPermissionInSpace: (context) => setUser(context, spaceScope(context)),
  removeUserFromSpace: (context) => removeUser(context, spaceScope(context)),
  listTeamPermissionsInSpace: (context) => listTeams(context, spaceScope(context)),
  updateTeamPermissionInSpace: (context) => setTeam(context, spaceScope(context)),
  removeTeamFromSpace: (context) => removeTeam(context, spaceScope(context)),
  listPermissionsAggregateInSpace: (context) => listAggregate(context, spaceScope(context)),
})

export const collectionGrantRoutes = implement(collectionGrantOperations, {
  inviteToCollection: (context) => invite(context, collectionScope(context)),
  listUserPermissionsInCollection: (context) => listUsers(context, collectionScope(context)),
  updateUserPermissionInCollection: (context) => setUser(context, collectionScope(context)),
  removeUserFromCollection: (context) => removeUser(context, collectionScope(context)),
  listTeamPermissionsInCollection: (context) => listTeams(context, collectionScope(context)),
  updateTeamPermissionInCollection: (context) => setTeam(context, collectionScope(context)),
  removeTeamFromCollection: (context) => removeTeam(context, collectionScope(context)),
  listPermissionsAggregateInCollection: (context) => listAggregate(context, collectionScope(context)),
})
