import { member, type TeamMemberRole, team, teamMember } from '@quire/contracts'
import { badRequest, notFound } from '@quire/kit'
import type { Writer } from '../context.ts'
import { memberState } from '../members/members.events.ts'
import { type TeamMemberRow, type TeamRow, teamMemberState, teamState } from './teams.events.ts'

export interface TeamMembersChange {
  organizationId: string
  teamId: string
  /** Person's id to their role in the team; undefined keeps the present one, or makes a `member`. */
  put: ReadonlyMap<string, TeamMemberRole | undefined>
  /** Ids of people; they win over `put`. Who is not in the team is passed over. */
  remove: ReadonlySet<string>
}

interface Plan {
  joined: { id: string; user_id: string; role: TeamMemberRole }[]
  promoted: { id: string; user_id: string; role: TeamMemberRole }[]
  left: { id: string; user_id: string }[]
}

/**
 * Changes who is in a team and tells of it; counters of team and members move with it, exactly.
 * Members are locked before the team, each in the order of ids, as whoever leaves the organization does.
 * Throws 400 where `put` names somebody who is no member, 404 where the team is gone. Returns what changed.
 */
export async function changeTeamMembers(writer: Writer, change: TeamMembersChange): Promise<Plan> {
  const people = await lockMembers(writer, change)
  await lockTeam(writer, change)
  const plan = planOf(change, people, await presentMembers(writer, change.teamId, people))
  if (plan.joined.length + plan.promoted.length + plan.left.length === 0) return plan
  const row = await countTeam(writer, change.teamId, plan.joined.length - plan.left.length)
  writer.emit(team.saved, teamState(row))
  await putRows(writer, row, [...plan.joined, ...plan.promoted])
  await dropRows(writer, row, plan.left)
  await countTeams(writer, plan.joined, 1)
  await countTeams(writer, plan.left, -1)
  return plan
}

interface Person {
  id: string
  user_id: string
}

async function lockMembers({ sql }: Writer, { organizationId, put, remove }: TeamMembersChange): Promise<Person[]> {
  const userIds = [...new Set([...put.keys(), ...remove])]
  if (userIds.length === 0) return []
  const people = await sql
    .selectFrom('member')
    .select(['id', 'user_id'])
    .where('organization_id', '=', organizationId)
    .where('user_id', 'in', userIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const known = new Set(people.map((person) => person.user_id))
  const stranger = [...put.keys()].find((userId) => !known.has(userId))
  if (stranger !== undefined) throw badRequest('members', `${stranger} is not a member of the organization`)
  return people
}

async function lockTeam({ sql }: Writer, { organizationId, teamId }: TeamMembersChange): Promise<void> {
  const row = await sql
    .selectFrom('team')
    .select('id')
    .where('id', '=', teamId)
    .where('organization_id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('The team')
}

async function presentMembers({ sql }: Writer, teamId: string, people: Person[]) {
  if (people.length === 0) return new Map<string, TeamMemberRow>()
  const ids = people.map((person) => person.id)
  const rows = await sql
    .selectFrom('team_member')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('member_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.member_id, row]))
}

function planOf({ put, remove }: TeamMembersChange, people: Person[], present: Map<string, TeamMemberRow>): Plan {
  const plan: Plan = { joined: [], promoted: [], left: [] }
  for (const person of people) {
    const before = present.get(person.id)
    if (remove.has(person.user_id)) {
      if (before) plan.left.push(person)
      continue
    }
    const role = put.get(person.user_id)
    if (!before) plan.joined.push({ ...person, role: role ?? 'member' })
    else if (role && role !== before.role) plan.promoted.push({ ...person, role })
  }
  return plan
}

function countTeam({ sql }: Writer, teamId: string, by: number): Promise<TeamRow> {
  return sql
    .updateTable('team')
    .set((set) => ({ members: set('members', '+', by), version: set('version', '+', 1) }))
    .where('id', '=', teamId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function putRows({ sql, emit }: Writer, { id, version, organization_id }: TeamRow, people: Plan['joined']) {
  if (people.length === 0) return
  const rows = await sql
    .insertInto('team_member')
    .values(
      people.map((one) => ({
        team_id: id,
        member_id: one.id,
        version,
        organization_id,
        user_id: one.user_id,
        role: one.role,
      })),
    )
    .onConflict((on) =>
      on.columns(['team_id', 'member_id']).doUpdateSet((set) => ({
        role: set.ref('excluded.role'),
        version: set.ref('excluded.version'),
      })),
    )
    .returningAll()
    .execute()
  for (const row of rows) emit(teamMember.saved, teamMemberState(row))
}

async function dropRows({ sql, emit }: Writer, { id, version }: TeamRow, people: Plan['left']) {
  if (people.length === 0) return
  const ids = people.map((one) => one.id)
  await sql.deleteFrom('team_member').where('team_id', '=', id).where('member_id', 'in', ids).execute()
  for (const memberId of ids) emit(teamMember.removed, { key: `${id}.${memberId}`, version })
}

/** Moves the number of teams of each person. */
export async function countTeams({ sql, emit }: Writer, people: { id: string }[], by: 1 | -1): Promise<void> {
  if (people.length === 0) return
  const ids = people.map((one) => one.id)
  const rows = await sql
    .updateTable('member')
    .set((set) => ({ teams: set('teams', '+', by), version: set('version', '+', 1) }))
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  for (const row of rows) emit(member.saved, memberState(row))
}
