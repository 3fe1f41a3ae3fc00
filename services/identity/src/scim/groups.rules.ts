import { type ScimGroup, type ScimGroupInput, scimSchemas, team, timestamp } from '@quire/contracts'
import { anyOf, newId, notFound, ScimRefusal } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables, Writer } from '../database.ts'
import { changeTeamMembers } from '../teams/team-members.rules.ts'
import { type TeamRow, teamState } from '../teams/teams.state.ts'
import type { Attributes } from './filters.ts'
import { locationOf, requireFreeName } from './lists.ts'
import { type MembersChange, membersChangeTo } from './member-patches.ts'

export const groupAttributes: Attributes = {
  id: { value: raw`team.id`, kind: 'text', isExact: true },
  externalid: { value: raw`team.external_id`, kind: 'text', isExact: true },
  displayname: { value: raw`lower(team.title)`, kind: 'text' },
}

interface GroupMember {
  value: string
  display: string
}

/** Selects the teams of an organization. The rows of a deleted organization stay for a while. */
export const provisionedTeams = (sql: Kysely<Tables>, organizationId: string) =>
  sql
    .selectFrom('team')
    .innerJoin('organization', 'organization.id', 'team.organization_id')
    .where('team.organization_id', '=', organizationId)

export async function requireGroup(sql: Kysely<Tables>, organizationId: string, teamId: string): Promise<TeamRow> {
  const row = await provisionedTeams(sql, organizationId)
    .selectAll('team')
    .where('team.id', '=', teamId)
    .executeTakeFirst()
  if (!row) throw notFound('The group')
  return row
}

/** Bounds the members on a page of teams: as many take some megabytes of memory. */
const maxMembersOfPage = 10_000

/**
 * Returns the teams that fit on a page with their members: as many as have few members together, and one at least, however
 * large it is. A page may be shorter than was asked for; clients go on after its last team (RFC 7644, section 3.4.2.4).
 */
export function fittingTeams(rows: TeamRow[]): TeamRow[] {
  let members = 0
  const tooMany = rows.findIndex((row, index) => {
    members += row.members
    return index > 0 && members > maxMembersOfPage
  })
  return tooMany < 0 ? rows : rows.slice(0, tooMany)
}

/** Returns the members of teams by the team's id, read by one query, in the order in which they joined the organization. */
export async function membersByTeam(sql: Kysely<Tables>, teamIds: string[]): Promise<Map<string, GroupMember[]>> {
  if (teamIds.length === 0) return new Map()
  const rows = await sql
    .selectFrom('team_member')
    .innerJoin('member', 'member.id', 'team_member.member_id')
    .innerJoin('user', 'user.id', 'member.user_id')
    .select(['team_member.team_id', 'user.id', 'user.email'])
    .where('team_member.team_id', '=', anyOf(teamIds))
    .orderBy('member.id')
    .execute()
  const grouped = Map.groupBy(rows, (row) => row.team_id)
  return new Map(
    [...grouped].map(([teamId, some]) => [teamId, some.map(({ id, email }) => ({ value: id, display: email }))]),
  )
}

/** Presents a team; without `members` if they are excluded. */
export function presentGroup(row: TeamRow, members: GroupMember[] | undefined, publicUrl: string): ScimGroup {
  const { id, organization_id: organizationId, external_id } = row
  return {
    schemas: [scimSchemas.group],
    id,
    ...(external_id !== null && { externalId: external_id }),
    displayName: row.title,
    ...(members && { members }),
    meta: {
      resourceType: 'Group',
      location: locationOf(publicUrl, organizationId, 'Groups', id),
      created: timestamp(row.created_at),
    },
  }
}

/** Creates a team with its first members; the organization must be locked. Returns its id. */
export async function createGroup(writer: Writer, organizationId: string, input: ScimGroupInput): Promise<string> {
  await requireFreeName(writer.sql, 'team', organizationId, input.externalId)
  const row = await writer.sql
    .insertInto('team')
    .values({
      id: newId(),
      organization_id: organizationId,
      title: input.displayName,
      external_id: input.externalId ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  writer.emit(team.saved, teamState(row))
  await changeMembers(writer, row, { put: membersChangeTo(input).put, remove: new Set() })
  return row.id
}

/**
 * Applies what the provider says of a team: its title, its name there and the change of its members. People who stay keep
 * their role in the team. The organization and the team must be locked.
 */
export async function applyToGroup(
  writer: Writer,
  before: TeamRow,
  { displayName: title, externalId }: ScimGroupInput,
  { put, remove, isWhole }: MembersChange,
): Promise<void> {
  const changes = {
    ...(title !== before.title && { title }),
    ...(externalId !== undefined && externalId !== before.external_id && { external_id: externalId }),
  }
  if (changes.external_id) await requireFreeName(writer.sql, 'team', before.organization_id, changes.external_id)
  if (Object.keys(changes).length > 0) {
    const row = await writer.sql
      .updateTable('team')
      .set((set) => ({ ...changes, version: set('version', '+', 1) }))
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    writer.emit(team.saved, teamState(row))
  }
  const leaving = isWhole ? await membersExcept(writer.sql, before.id, put) : remove
  await changeMembers(writer, before, { put, remove: leaving })
}

async function membersExcept(sql: Kysely<Tables>, teamId: string, staying: Set<string>): Promise<Set<string>> {
  const rows = await sql.selectFrom('team_member').select('user_id').where('team_id', '=', teamId).execute()
  return new Set(rows.map((row) => row.user_id).filter((id) => !staying.has(id)))
}

async function changeMembers(
  writer: Writer,
  { id: teamId, organization_id: organizationId }: TeamRow,
  { put, remove }: { put: Set<string>; remove: Set<string> },
) {
  await changeTeamMembers(writer, {
    organizationId,
    teamId,
    put: new Map([...put].map((id) => [id, undefined])),
    remove,
    stranger: (id) => new ScimRefusal(400, 'invalidValue', `body.members: ${id} is no member of the organization.`),
  })
}
