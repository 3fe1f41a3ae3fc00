import { type ScimGroup, type ScimGroupInput, scimSchemas, team, timestamp } from '@quire/contracts'
import { anyOf, newId, notFound, ScimRefusal } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables, Writer } from '../database.ts'
import { changeTeamMembers } from '../teams/team-members.rules.ts'
import { type TeamRow, teamState } from '../teams/teams.state.ts'
import type { Attributes } from './filters.ts'
import { locationOf, requireFreeName } from './lists.ts'

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
  await changeMembers(writer, row, { put: idsOf(input), remove: new Set() })
  return row.id
}

/**
 * Applies what the provider says of a team: its title, its name there and, if given, exactly its members. People who stay
 * keep their role in the team. The organization and the team must be locked.
 */
export async function applyToGroup(writer: Writer, before: TeamRow, input: ScimGroupInput): Promise<void> {
  const { displayName: title, externalId } = input
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
  if (!input.members) return
  const present = (await membersByTeam(writer.sql, [before.id])).get(before.id) ?? []
  const wanted = idsOf(input)
  const remove = new Set(present.map(({ value }) => value).filter((id) => !wanted.has(id)))
  await changeMembers(writer, before, { put: wanted, remove })
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

const idsOf = ({ members }: ScimGroupInput) => new Set((members ?? []).map(({ value }) => value))
