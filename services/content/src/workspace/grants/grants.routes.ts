import { countPeopleOnScope, peopleOnScope, visibleLevel } from '@quire/access'
import type { RoleName } from '@quire/contracts'
import {
  collectionGrantOperations,
  presentTeam,
  spaceGrantOperations,
  teamGrantOperations,
  teamPermissions,
} from '@quire/contracts'
import { countOf, keysBefore, keysetPage, listOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { WorkspaceContext } from '../context.ts'
import { implement } from '../context.ts'
import { membersOf } from '../people.ts'
import type { GrantScope } from './grant-scopes.ts'
import { collectionScope, presentSource, spaceScope } from './grant-scopes.ts'
import { teamSubjects } from './subjects.ts'
import { invite, removeTeam, removeUser, setTeam, setUser } from './write-grants.ts'

const permission = raw<RoleName>`access_grant.role`.as('permission')

const grantOrder = ['access_grant.subject_id'] as const

type Aggregate = WorkspaceContext & { query: { role?: RoleName | undefined } }

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

export const teamGrantRoutes = implement(teamGrantOperations, {
  /** Lists a page of the rules for a team on live spaces and collections, those that deny access too. */
  async listTeamGrants({ sql, params: { organizationId, teamId }, page, cursors }) {
    await teamSubjects(sql, organizationId, [teamId])
    const isLive = raw<boolean>`case access_grant.scope_kind
      when 'space' then exists (select from space where space.id = access_grant.scope_id and space.deleted_at is null)
      else exists (select from collection where collection.id = access_grant.scope_id and collection.deleted_at is null)
    end`
    const granted = sql
      .selectFrom('access_grant')
      .where('subject_id', '=', teamId)
      .where('subject_kind', '=', 'team')
      .where('organization_id', '=', organizationId)
      .where(isLive)
      .select(['scope_id', 'scope_kind', 'role'])
    const rows = await keysetPage(granted, page, ['access_grant.scope_id']).execute()
    return listOf({
      page,
      cursors,
      rows,
      present: ({ scope_id, scope_kind, role }) => ({ permission: visibleLevel(role), [scope_kind]: scope_id }),
      after: (row) => [row.scope_id],
      count: () => countOf(sql, granted),
    })
  },
})

/** Lists a page of everybody who can see the scope, by a grant or by a default level, oldest members first. */
async function listAggregate({ sql, access, page, cursors, query, deps }: Aggregate, scope: GrantScope) {
  const filter = { scope, role: query.role }
  const [after] = keysBefore(page) ?? []
  const rows = await peopleOnScope(sql, { ...filter, after, limit: page.limit + 1 })
  const user = await membersOf(
    { sql, access, deps },
    rows.map((row) => row.userId),
  )
  return listOf({
    page,
    cursors,
    rows,
    present: (row) => ({
      permission: row.level,
      user: user(row.userId),
      source: presentSource(row, scope),
    }),
    after: (row) => [row.id],
    count: () => countPeopleOnScope(sql, filter),
  })
}

/** Lists a page of the people with a grant on the scope itself, disabled ones included, oldest members first. */
async function listUsers({ sql, access, page, cursors, deps }: WorkspaceContext, scope: GrantScope) {
  const granted = grantsWithRole(sql, scope, 'member').innerJoin('member', (join) =>
    join
      .onRef('member.id', '=', 'access_grant.subject_id')
      .onRef('member.organization_id', '=', 'access_grant.organization_id'),
  )
  const listed = granted.select([permission, 'access_grant.subject_id', 'member.user_id'])
  const rows = await keysetPage(listed, page, grantOrder).execute()
  const user = await membersOf(
    { sql, access, deps },
    rows.map((row) => row.user_id),
  )
  return listOf({
    page,
    cursors,
    rows,
    present: ({ permission, user_id }) => ({
      permission,
      user: user(user_id),
    }),
    after: (row) => [row.subject_id],
    count: () => countOf(sql, granted.select('access_grant.subject_id')),
  })
}

/** Lists a page of the teams with a grant on the scope itself, oldest first. */
async function listTeams({ sql, access, page, cursors }: WorkspaceContext, scope: GrantScope) {
  const { id: memberId, role } = access.member
  const granted = grantsWithRole(sql, scope, 'team').innerJoin('team', (join) =>
    join
      .onRef('team.id', '=', 'access_grant.subject_id')
      .onRef('team.organization_id', '=', 'access_grant.organization_id'),
  )
  const listed = granted
    .leftJoin('granted_spaces', 'granted_spaces.subject_id', 'team.id')
    .leftJoin('team_member as own', (join) =>
      join.onRef('own.team_id', '=', 'team.id').on('own.member_id', '=', memberId),
    )
    .select([permission, 'access_grant.subject_id', 'team.state'])
    .select(['granted_spaces.spaces', 'own.role as own_role'])
  const rows = await keysetPage(listed, page, grantOrder).execute()
  return listOf({
    page,
    cursors,
    rows,
    present: ({ permission, state, spaces, own_role }) => ({
      permission,
      team: presentTeam(state, spaces ?? 0, teamPermissions(role, own_role)),
    }),
    after: (row) => [row.subject_id],
    count: () => countOf(sql, granted.select('access_grant.subject_id')),
  })
}

/** Selects grants without those of `none`: they deny access and give no role, so no list has them. */
const grantsWithRole = (sql: Sql, { id, organizationId }: GrantScope, kind: 'member' | 'team') =>
  sql
    .selectFrom('access_grant')
    .where('access_grant.scope_id', '=', id)
    .where('access_grant.organization_id', '=', organizationId)
    .where('access_grant.subject_kind', '=', kind)
    .where('access_grant.role', '<>', 'none')
