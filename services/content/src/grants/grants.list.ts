import { presentTeam, type RoleName, teamPermissions } from '@quire/contracts'
import { countOf, keysetPage, listOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Sql } from '../database.ts'
import { membersOf } from '../people/people.ts'
import type { GrantScope } from './scopes.ts'

const permission = raw<RoleName>`access_grant.role`.as('permission')
const order = ['access_grant.subject_id'] as const

/** One page of the people whom a rule on the scope itself lets in, disabled ones too, oldest members first. */
export async function listUsers({ sql, access, page, cursors, deps }: ContentContext, scope: GrantScope) {
  const granted = openingRules(sql, scope, 'member').innerJoin('member', (join) =>
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

/** One page of the teams that a rule on the scope itself lets in, oldest first. */
export async function listTeams({ sql, access, page, cursors }: ContentContext, scope: GrantScope) {
  const { id: memberId, role } = access.member
  const granted = openingRules(sql, scope, 'team').innerJoin('team', (join) =>
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

/** A rule that closes gives nobody a role, so no list shows it. */
const openingRules = (sql: Sql, { id, organizationId }: GrantScope, kind: 'member' | 'team') =>
  sql
    .selectFrom('access_grant')
    .where('access_grant.scope_id', '=', id)
    .where('access_grant.organization_id', '=', organizationId)
    .where('access_grant.subject_kind', '=', kind)
    .where('access_grant.role', '<>', 'none')
