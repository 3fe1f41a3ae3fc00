import { presentTeam, type Team, type TeamMemberRole, teamPermissions } from '@quire/contracts'
import { forbidden, notFound } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Context, Membership } from '../context.ts'
import type { Tables } from '../database.ts'
import { type TeamRow, teamState } from './teams.state.ts'

/** A team with the caller's own role in it. */
type TeamWithRole = TeamRow & { own_role: TeamMemberRole | null }

/** Selects the organization's teams with the caller's role in each. */
export function teamsWithRole(sql: Kysely<Tables>, membership: Membership) {
  return sql
    .selectFrom('team')
    .leftJoin('team_member as own', (join) =>
      join.onRef('own.team_id', '=', 'team.id').on('own.member_id', '=', membership.id),
    )
    .where('team.organization_id', '=', membership.organization_id)
    .selectAll('team')
    .select('own.role as own_role')
}

const permissionsOn = ({ role }: Membership, { own_role }: TeamWithRole) => teamPermissions(role, own_role)

export function presentTeamRow(membership: Membership, row: TeamWithRole): Team {
  return presentTeam(teamState(row), row.spaces, permissionsOn(membership, row))
}

type OfTeam = Pick<Context, 'sql' | 'membership'> & { params: { teamId: string } }

/** Returns a team; throws 404 if it is hidden from the caller. */
export async function requireTeam({ sql, membership, params }: OfTeam): Promise<TeamWithRole> {
  const row = await teamsWithRole(sql, membership).where('team.id', '=', params.teamId).executeTakeFirst()
  if (!row || !permissionsOn(membership, row).view) throw notFound('The team')
  return row
}

/**
 * Locks a team with its organization, so that its owners do not change meanwhile. Throws 404 if the team is hidden from
 * the caller, 403 if they do not manage it.
 */
export async function lockManagedTeam({
  sql,
  params,
  lockOrganization,
}: OfTeam & Pick<Context, 'lockOrganization'>): Promise<TeamWithRole> {
  const { membership } = await lockOrganization('share')
  await lockTeam(sql, membership.organization_id, params.teamId)
  const row = await requireTeam({ sql, membership, params })
  if (!permissionsOn(membership, row).admin) throw forbidden("Only administrators and the team's owners manage it.")
  return row
}

/** Locks the team's row; undefined if the organization has no such team. Teams are locked before their members. */
export function lockTeam(sql: Kysely<Tables>, organizationId: string, teamId: string) {
  return sql
    .selectFrom('team')
    .select(['id', 'title', 'version'])
    .where('id', '=', teamId)
    .where('organization_id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
