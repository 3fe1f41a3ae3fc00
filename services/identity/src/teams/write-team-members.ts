import { member, type TeamMemberRole, teamMember } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import type { Writer } from '../database.ts'
import { memberState } from '../members/members.state.ts'
import { type TeamRow, teamMemberState } from './teams.state.ts'

interface Person {
  id: string
  user_id: string
}

/** Writes people's roles in a team, and emits their events with the team's version. */
export async function putRows(
  { sql, emit }: Writer,
  { id, version, organization_id }: TeamRow,
  people: (Person & { role: TeamMemberRole })[],
): Promise<void> {
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

/** Removes people from a team, and emits the events with the team's version. */
export async function dropRows({ sql, emit }: Writer, { id, version }: TeamRow, people: Person[]): Promise<void> {
  if (people.length === 0) return
  const ids = people.map((one) => one.id)
  await sql.deleteFrom('team_member').where('team_id', '=', id).where('member_id', '=', anyOf(ids)).execute()
  for (const memberId of ids) emit(teamMember.removed, { key: `${id}.${memberId}`, version })
}

/** Changes the team counter of each person. */
export async function countTeams({ sql, emit }: Writer, people: { id: string }[], by: 1 | -1): Promise<void> {
  if (people.length === 0) return
  const ids = people.map((one) => one.id)
  const rows = await sql
    .updateTable('member')
    .set((set) => ({ teams: set('teams', '+', by), version: set('version', '+', 1) }))
    .where('id', '=', anyOf(ids))
    .returningAll()
    .execute()
  for (const row of rows) emit(member.saved, memberState(row))
}
