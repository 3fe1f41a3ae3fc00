import { team, teamMember } from '@quire/contracts'
import type { Writer } from '../context.ts'
import { countTeams } from './members-write.ts'
import { lockTeam } from './teams.rules.ts'

interface OfTeam {
  organizationId: string
  teamId: string
}

/** Removes a team and everybody's part in it; false where it was not there. The organization is held. */
export async function removeTeam(writer: Writer, { organizationId, teamId }: OfTeam): Promise<boolean> {
  const { sql, emit } = writer
  const row = await lockTeam(sql, organizationId, teamId)
  if (!row) return false
  const version = row.version + 1
  await lockMembersOf(writer, row.id)
  const parts = await sql.deleteFrom('team_member').where('team_id', '=', row.id).returning('member_id as id').execute()
  await sql.deleteFrom('team').where('id', '=', row.id).execute()
  for (const { id } of parts) emit(teamMember.removed, { key: `${row.id}.${id}`, version })
  await countTeams(writer, parts, -1)
  emit(team.removed, { key: row.id, version })
  return true
}

/** In the order of ids, as every change of a team does: two changes never wait for each other. */
async function lockMembersOf({ sql }: Writer, teamId: string): Promise<void> {
  await sql
    .selectFrom('member')
    .select('id')
    .where('id', 'in', (parts) => parts.selectFrom('team_member').select('member_id').where('team_id', '=', teamId))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
