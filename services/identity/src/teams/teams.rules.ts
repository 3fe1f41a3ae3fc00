import { presentTeam, type Team, type TeamMemberRole, teamPermissions } from '@quire/contracts'
import { forbidden, notFound } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Context, Membership } from '../context.ts'
import type { Tables } from '../tables.ts'
import { type TeamRow, teamState } from './teams.state.ts'

/** A team with the caller's own role in it. */
type SeenTeam = TeamRow & { own_role: TeamMemberRole | null }

/** The organization's teams as the caller meets them. */
export function teamsSeenBy(sql: Kysely<Tables>, membership: Membership) {
  return sql
    .selectFrom('team')
    .leftJoin('team_member as own', (join) =>
      join.onRef('own.team_id', '=', 'team.id').on('own.member_id', '=', membership.id),
    )
    .where('team.organization_id', '=', membership.organization_id)
    .selectAll('team')
    .select('own.role as own_role')
}

const permissionsOn = ({ role }: Membership, { own_role }: SeenTeam) => teamPermissions(role, own_role)

export function showTeam(membership: Membership, row: SeenTeam): Team {
  return presentTeam(teamState(row), row.spaces, permissionsOn(membership, row))
}

type OfTeam = Pick<Context, 'sql' | 'membership'> & { params: { teamId: string } }

/** 404 where the caller may not see the team. */
export async function requireTeam({ sql, membership, params }: OfTeam): Promise<SeenTeam> {
  const row = await teamsSeenBy(sql, membership).where('team.id', '=', params.teamId).executeTakeFirst()
  if (!row || !permissionsOn(membership, row).view) throw notFound('The team')
  return row
}

/**
 * The team, locked with its organization: who owns it does not change meanwhile. 404 where the caller may not see it,
 * 403 where they do not manage it.
 */
export async function holdManagedTeam({ sql, params, hold }: OfTeam & Pick<Context, 'hold'>): Promise<SeenTeam> {
  const { membership } = await hold('share')
  await lockTeam(sql, membership.organization_id, params.teamId)
  const row = await requireTeam({ sql, membership, params })
  if (!permissionsOn(membership, row).admin) throw forbidden("Only administrators and the team's owners manage it.")
  return row
}

/** The team's row, locked; undefined where the organization has none. Teams are locked before their members. */
export function lockTeam(sql: Kysely<Tables>, organizationId: string, teamId: string) {
  return sql
    .selectFrom('team')
    .select(['id', 'version'])
    .where('id', '=', teamId)
    .where('organization_id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
