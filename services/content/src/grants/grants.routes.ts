import { collectionGrantOperations, presentUser, type RoleOrGuest, spaceGrantOperations } from '@quire/contracts'
import { absent, badRequest, deleted, done, listOf } from '@quire/kit'
import { type ContentContext, implement } from '../context.ts'
import {
  type GrantScope,
  memberSubject,
  memberSubjects,
  removeGrant,
  requireOwnLevel,
  setGrants,
  teamSubjects,
} from './grants.rules.ts'

/** The scope in the path: authorization has loaded it already. */
function spaceScope({ access }: ContentContext, { spaceId }: { spaceId: string }): GrantScope {
  return { id: spaceId, kind: 'space', organizationId: access.organizationId }
}

function collectionScope({ access }: ContentContext, { collectionId }: { collectionId: string }): GrantScope {
  return { id: collectionId, kind: 'collection', organizationId: access.organizationId }
}

interface Invitation {
  role: RoleOrGuest
  users?: string[] | undefined
  teams?: string[] | undefined
}

async function invite(context: ContentContext, scope: GrantScope, { role, users = [], teams = [] }: Invitation) {
  if (users.length + teams.length === 0) throw badRequest('body.teams', 'give at least one team or user')
  requireOwnLevel(context.access.level, role)
  const members = users.length > 0 ? await memberSubjects(context.sql, scope.organizationId, users) : []
  const groups = teams.length > 0 ? await teamSubjects(context.sql, scope.organizationId, teams) : []
  await setGrants(context, scope, [...members, ...groups], role)
  return done()
}

async function setUser(context: ContentContext, scope: GrantScope, userId: string, role: RoleOrGuest) {
  requireOwnLevel(context.access.level, role)
  await setGrants(context, scope, [await memberSubject(context.sql, scope.organizationId, userId)], role)
  return done()
}

async function setTeam(context: ContentContext, scope: GrantScope, teamId: string, role: RoleOrGuest) {
  requireOwnLevel(context.access.level, role)
  await setGrants(context, scope, await teamSubjects(context.sql, scope.organizationId, [teamId]), role)
  return done()
}

async function removeUser(context: ContentContext, scope: GrantScope, userId: string) {
  const member = await context.sql
    .selectFrom('member')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return member && (await removeGrant(context, scope, member.id)) ? deleted() : absent()
}

async function removeTeam(context: ContentContext, scope: GrantScope, teamId: string) {
  return (await removeGrant(context, scope, teamId)) ? deleted() : absent()
}

/** People with a rule that opens the scope, in the order of their ids. */
async function listUsers({ sql, page, cursors, deps }: ContentContext, scope: GrantScope) {
  const granted = sql
    .selectFrom('access_grant')
    .innerJoin('member', 'member.id', 'access_grant.subject_id')
    .innerJoin('person', 'person.id', 'member.user_id')
    .where('access_grant.scope_id', '=', scope.id)
    .where('access_grant.role', '<>', 'none')
  const after = page.cursor?.after[0]
  const rows = await granted
    .select(['access_grant.role', 'person.id', 'person.display_name', 'person.email', 'person.photo_url'])
    .$if(after !== undefined, (query) => query.where('person.id', '>', String(after)))
    .orderBy('person.id')
    .limit(page.limit + 1)
    .execute()
  return listOf({
    page,
    cursors,
    rows,
    present: (row) => ({
      permission: row.role as Exclude<typeof row.role, 'none'>,
      user: presentUser(
        { id: row.id, displayName: row.display_name, email: row.email, photoURL: row.photo_url },
        deps.publicUrl,
      ),
    }),
    after: (row) => [row.id],
  })
}

export const spaceGrantRoutes = implement(spaceGrantOperations, {
  inviteToSpace: (context) => invite(context, spaceScope(context, context.params), context.body),
  listUserPermissionsInSpace: (context) => listUsers(context, spaceScope(context, context.params)),
  updateUserPermissionInSpace: (context) =>
    setUser(context, spaceScope(context, context.params), context.params.userId, context.body.role),
  removeUserFromSpace: (context) => removeUser(context, spaceScope(context, context.params), context.params.userId),
  updateTeamPermissionInSpace: (context) =>
    setTeam(context, spaceScope(context, context.params), context.params.teamId, context.body.role),
  removeTeamFromSpace: (context) => removeTeam(context, spaceScope(context, context.params), context.params.teamId),
})

export const collectionGrantRoutes = implement(collectionGrantOperations, {
  inviteToCollection: (context) => invite(context, collectionScope(context, context.params), context.body),
  listUserPermissionsInCollection: (context) => listUsers(context, collectionScope(context, context.params)),
  updateUserPermissionInCollection: (context) =>
    setUser(context, collectionScope(context, context.params), context.params.userId, context.body.role),
  removeUserFromCollection: (context) =>
    removeUser(context, collectionScope(context, context.params), context.params.userId),
  updateTeamPermissionInCollection: (context) =>
    setTeam(context, collectionScope(context, context.params), context.params.teamId, context.body.role),
  removeTeamFromCollection: (context) =>
    removeTeam(context, collectionScope(context, context.params), context.params.teamId),
})
