import { presentTeam, type RoleName, teamPermissions } from '@quire/contracts'
import { countOf, keysetPage, listOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { WorkspaceContext } from '../context.ts'
import { membersOf } from '../people.ts'
import type { GrantScope } from './grant-scopes.ts'

const permission = raw<RoleName>`access_grant.role`.as('permission')
const order = ['access_grant.subject_id'] as const

/** Lists a page of the people with a grant on the scope itself, disabled ones included, oldest members first. */
export async function listUsers({ sql, access, page, cursors, deps }: WorkspaceContext, scope: GrantScope) {
  const granted = grantsWithRole(sql, scope, 'member').innerJoin('member', (join) =>
    join
      .onRef('member.id', '=', 'access_grant.subject_id')
      .onRef('member.organization_id', '=', 'access_grant.organization_id'),
  )
  const listed = granted.select([permission, 'access_grant.subject_id', 'member.user_id'])
  const rows = await keysetPage(listed, page, order).execute()
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
export async function listTeams({ sql, access, page, cursors }: WorkspaceContext, scope: GrantScope) {
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
  const rows = await keysetPage(listed, page, order).execute()
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
