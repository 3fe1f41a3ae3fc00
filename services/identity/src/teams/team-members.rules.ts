import { type TeamMemberRole, team } from '@quire/contracts'
import { anyOf, notFound, type Refusal } from '@quire/kit'
import type { Writer } from '../database.ts'
import { lockTeam } from './teams.rules.ts'
import { type TeamMemberRow, type TeamRow, teamState } from './teams.state.ts'
import { countTeams, dropRows, putRows } from './write-team-members.ts'

export interface TeamMembersChange {
  organizationId: string
  teamId: string
  /** Roles by person id; undefined keeps the current role, or makes a `member`. */
  put: ReadonlyMap<string, TeamMemberRole | undefined>
  /** Ids of people to remove; takes precedence over `put`. People who are not in the team are skipped. */
  remove: ReadonlySet<string>
  /** The refusal of an id in `put` that is no member's. Default: 404. */
  stranger?: ((userId: string) => Refusal) | undefined
}

interface Person {
  id: string
  user_id: string
}

interface Plan {
  joined: (Person & { role: TeamMemberRole })[]
  promoted: (Person & { role: TeamMemberRole })[]
  left: Person[]
}

/**
 * Changes the members of a team and emits the events; the counters of team and members change too. The organization must
 * be locked, so that nobody leaves it meanwhile. Locks the team before its members, and these in the order of ids. Throws
 * `stranger` if `put` names a person who is not a member, and 404 if the team does not exist. Returns the changes.
 */
export async function changeTeamMembers(writer: Writer, change: TeamMembersChange): Promise<Plan> {
  if (!(await lockTeam(writer.sql, change.organizationId, change.teamId))) throw notFound('The team')
  const people = await lockMembers(writer, change)
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

async function lockMembers({ sql }: Writer, change: TeamMembersChange): Promise<Person[]> {
  const { organizationId, put, remove, stranger = () => notFound('The member') } = change
  const userIds = [...new Set([...put.keys(), ...remove])]
  if (userIds.length === 0) return []
  const people = await sql
    .selectFrom('member')
    .select(['id', 'user_id'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', anyOf(userIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const known = new Set(people.map((person) => person.user_id))
  const unknown = [...put.keys()].find((userId) => !known.has(userId))
  if (unknown !== undefined) throw stranger(unknown)
  return people
}

async function presentMembers({ sql }: Writer, teamId: string, people: Person[]) {
  if (people.length === 0) return new Map<string, TeamMemberRow>()
  const ids = people.map((person) => person.id)
  const rows = await sql
    .selectFrom('team_member')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('member_id', '=', anyOf(ids))
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
