import { anyOf, type Logger, Overtaken } from '@quire/kit'
import type { Kysely } from 'kysely'
import { recordSystemChange } from '../audit/record-command.ts'
import type { Context } from '../context.ts'
import type { Tables } from '../database.ts'
import { changeTeamMembers } from '../teams/team-members.rules.ts'
import { hasAddress } from '../users/emails.ts'
import type { OidcConfig } from './config.ts'

/** The claims of an ID token, as the provider says them. */
type Claims = Readonly<Record<string, unknown>>

export type TeamMapping = Pick<OidcConfig, 'OIDC_TEAMS' | 'OIDC_GROUPS_CLAIM'>

/** Ids of mapped teams: those that a person's groups lead to, and the others. */
export interface MappedTeams {
  wanted: ReadonlySet<string>
  others: ReadonlySet<string>
}

/**
 * Returns the mapped teams that the groups in the claims lead to. Providers leave the claim out for people who are in no
 * group. Returns undefined if no group is mapped, or if the provider does not say which groups the person is in.
 */
export function mappedTeams(
  { OIDC_TEAMS, OIDC_GROUPS_CLAIM }: TeamMapping,
  claims: Claims,
  log: Logger,
): MappedTeams | undefined {
  if (OIDC_TEAMS === undefined) return undefined
  const groups = groupsIn(claims, OIDC_GROUPS_CLAIM)
  if (!groups) {
    log.warn({ claim: OIDC_GROUPS_CLAIM }, 'the OpenID Connect provider does not say which groups a person is in')
    return undefined
  }
  const wanted = new Set([...groups].flatMap((group) => OIDC_TEAMS.get(group) ?? []))
  const others = new Set([...OIDC_TEAMS.values()].flat().filter((team) => !wanted.has(team)))
  return { wanted, others }
}

/** Returns the names of the groups; undefined if they are elsewhere, as for people with many groups, or not readable. */
function groupsIn(claims: Claims, claim: string): Set<string> | undefined {
  const { _claim_names: elsewhere, hasgroups: isTooMany } = claims
  if (isTooMany === true || (typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim)))
    return undefined
  const value = Object.hasOwn(claims, claim) ? claims[claim] : []
  const groups = typeof value === 'string' ? [value] : value
  if (!Array.isArray(groups) || !groups.every((one) => typeof one === 'string')) return undefined
  return new Set(groups)
}

type Syncing = Pick<Context, 'sql' | 'emit' | 'requestId'>

/** A change of a person's membership in one team. */
interface Change {
  teamId: string
  title: string
  organizationId: string
  isWanted: boolean
}

/**
 * Returns the ids of the organizations in which the sign-in of an address may change teams. Lock them with the ones that
 * the person joins; `changeMappedTeams` comes after that.
 */
export async function organizationsToChange(sql: Kysely<Tables>, email: string, teams: MappedTeams): Promise<string[]> {
  const accounts = await sql.selectFrom('user').select('id').where(hasAddress(email)).execute()
  const found = await Promise.all(accounts.map(({ id }) => changesFor(sql, id, teams)))
  const joining = await sql
    .selectFrom('team')
    .innerJoin('pending_invite', 'pending_invite.organization_id', 'team.organization_id')
    .select('team.organization_id as organizationId')
    .where('team.id', '=', anyOf([...teams.wanted]))
    .where(hasAddress(email))
    .execute()
  return [...new Set([...found.flat(), ...joining].map(({ organizationId }) => organizationId))]
}

/**
 * Adds a person to the teams that their groups lead to, and removes them from the other mapped teams. Only members of a
 * team's organization are added, as plain members of the team; an organization that demands single sign-on of its own is
 * left alone. `locked` are the organizations that are locked: if another one is concerned by now, the request runs again.
 */
export async function changeMappedTeams(
  { sql, emit, requestId }: Syncing,
  userId: string,
  teams: MappedTeams,
  locked: readonly string[],
): Promise<void> {
  for (const { teamId, title, organizationId, isWanted } of await changesFor(sql, userId, teams)) {
    if (!locked.includes(organizationId)) throw new Overtaken('the person joined an organization meanwhile')
    await changeTeamMembers(
      { sql, emit },
      {
        ...{ organizationId, teamId },
        put: new Map(isWanted ? [[userId, undefined]] : []),
        remove: new Set(isWanted ? [] : [userId]),
      },
    )
    await recordSystemChange(sql, 'oidc', {
      action: isWanted ? 'addMemberToOrganizationTeamById' : 'deleteMemberFromOrganizationTeamById',
      organizations: [organizationId],
      target: { type: 'team', id: teamId, label: title },
      correlationId: requestId,
      payload: { parameters: { userId } },
    })
  }
}

/** Returns what the mapping asks for and is not so, by the ids of the teams. */
async function changesFor(sql: Kysely<Tables>, userId: string, { wanted, others }: MappedTeams): Promise<Change[]> {
  const rows = await sql
    .selectFrom('team')
    .innerJoin('organization', 'organization.id', 'team.organization_id')
    .innerJoin('member', (join) =>
      join.onRef('member.organization_id', '=', 'team.organization_id').on('member.user_id', '=', userId),
    )
    .leftJoin('team_member', (join) =>
      join.onRef('team_member.team_id', '=', 'team.id').onRef('team_member.member_id', '=', 'member.id'),
    )
    .select(['team.id as teamId', 'team.title', 'team.organization_id as organizationId', 'team_member.role'])
    .where('team.id', '=', anyOf([...wanted, ...others]))
    .where('organization.sso', '=', false)
    .orderBy('team.id')
    .execute()
  return rows
    .map(({ role, ...team }) => ({ ...team, isIn: role !== null, isWanted: wanted.has(team.teamId) }))
    .filter(({ isIn, isWanted }) => isIn !== isWanted)
}
