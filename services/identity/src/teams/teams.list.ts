import type { teamOperations } from '@quire/contracts'
import { containing, countOf, type Input, keysetPage, listOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Context } from '../context.ts'
import { presentTeamRow, teamsWithRole } from './teams.rules.ts'

type List = Input<typeof teamOperations.listTeamsInOrganizationById>

/** Returns a page of the organization's teams, oldest first. */
export async function listTeams(context: Context & List) {
  const { sql, membership, query, page, cursors } = context
  const owner = query.owner === undefined ? undefined : await teamsManagedBy(context, query.owner)
  let matching = titled(teamsWithRole(sql, membership), query.title)
  if (owner) {
    matching = matching.where((where) =>
      where.exists(
        where
          .selectFrom('team_member as owning')
          .select('owning.team_id')
          .whereRef('owning.team_id', '=', 'team.id')
          .where('owning.member_id', '=', owner.memberId)
          .where('owning.role', '=', 'owner'),
      ),
    )
  }
  return listOf({
    page,
    cursors,
    rows: await keysetPage(matching, page, ['team.id']).execute(),
    present: (row) => presentTeamRow(membership, row),
    after: (row) => [row.id],
    count: () => countOf(sql, matching.clearSelect().select('team.id')),
  })
}

/**
 * Returns the membership whose own teams are listed; undefined for an administrator, who manages all teams. A disabled
 * member manages none.
 */
async function teamsManagedBy({ sql, params }: Context & List, userId: string) {
  const member = await sql
    .selectFrom('member')
    .select(['id', 'role'])
    .where('organization_id', '=', params.organizationId)
    .where('user_id', '=', userId)
    .where('disabled', '=', false)
    .executeTakeFirst()
  return member?.role === 'admin' ? undefined : { memberId: member?.id ?? '' }
}

type OfMember = Context & { query: { title?: string | undefined } }

/** Returns a page of a member's teams with their role in each. */
export async function listTeamsOfMember({ sql, membership, query, page, cursors }: OfMember, memberId: string) {
  const matching = titled(teamsWithRole(sql, membership), query.title)
    .innerJoin('team_member as theirs', 'theirs.team_id', 'team.id')
    .where('theirs.member_id', '=', memberId)
    .select('theirs.role as their_role')
  return listOf({
    page,
    cursors,
    rows: await keysetPage(matching, page, ['team.id']).execute(),
    present: (row) => ({ team: presentTeamRow(membership, row), member: { role: row.their_role } }),
    after: (row) => [row.id],
    count: () => countOf(sql, matching.clearSelect().select('team.id')),
  })
}

interface Filterable {
  where(condition: ReturnType<typeof raw<boolean>>): this
}

const titled = <Query extends Filterable>(query: Query, title: string | undefined): Query =>
  title === undefined ? query : query.where(raw<boolean>`lower(team.title) like lower(${containing(title)})`)
