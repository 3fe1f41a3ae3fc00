import { team, teamMember } from '@quire/contracts'
import type { Writer } from '../database.ts'
import { lockTeam } from './teams.rules.ts'
import { countTeams } from './write-team-members.ts'

/** Removes a team and its members' roles; returns its title, undefined if there is no such team. The organization must be locked. */
export async function removeTeam(
  writer: Writer,
  { organizationId, teamId }: { organizationId: string; teamId: string },
): Promise<string | undefined> {
  const { sql, emit } = writer
  const row = await lockTeam(sql, organizationId, teamId)
  if (!row) return undefined
  const version = row.version + 1
  await lockMembersOf(writer, row.id)
  const parts = await sql.deleteFrom('team_member').where('team_id', '=', row.id).returning('member_id as id').execute()
  await sql.deleteFrom('team').where('id', '=', row.id).execute()
  for (const { id } of parts) emit(teamMember.removed, { key: `${row.id}.${id}`, version })
  await countTeams(writer, parts, -1)
  emit(team.removed, { key: row.id, version })
  return row.title
}

/** Locks a team's members in the order of ids, like every change of a team, so that changes never deadlock. */
async function lockMembersOf({ sql }: Writer, teamId: string): Promise<void> {
  await sql
    .selectFrom('member')
    .select('id')
    .where('id', 'in', (parts) => parts.selectFrom('team_member').select('member_id').where('team_id', '=', teamId))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
