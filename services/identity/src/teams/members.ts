import { type TeamMemberRole, team } from '@quire/contracts'
import { anyOf, notFound, type Refusal } from '@quire/kit'
import type { Writer } from '../context.ts'
import { countTeams, dropRows, putRows } from './members-write.ts'
import { lockTeam } from './teams.rules.ts'
import { type TeamMemberRow, type TeamRow, teamState } from './teams.state.ts'

export interface TeamMembersChange {
  organizationId: string
  teamId: string
  /** Person's id to their role in the team; undefined keeps the present one, or makes a `member`. */
  put: ReadonlyMap<string, TeamMemberRole | undefined>
  /** Ids of people; they win over `put`. People who are not in the team are passed over. */
  remove: ReadonlySet<string>
  /** The refusal where `put` has an id that is no member's; 404 where absent. */
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
 * Changes who is in a team and tells of it; the counters of team and members change with it. The organization must be
 * held, so that nobody leaves it meanwhile. The team is locked before its members, and these in the order of ids.
 * Throws `stranger` where `put` names somebody who is no member, 404 where the team is gone. Returns what changed.
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
