import { team, teamMember } from '@quire/contracts'
import type { Writer } from '../context.ts'
import { countTeams } from './teams.members-write.ts'

interface OfTeam {
  organizationId: string
  teamId: string
}

/** Removes a team and everybody's part in it; false where it was not there. */
export async function removeTeam(writer: Writer, ofTeam: OfTeam): Promise<boolean> {
  const { sql, emit } = writer
  const row = await lockTeamAndMembers(writer, ofTeam)
  if (!row) return false
  const version = row.version + 1
  const parts = await sql.deleteFrom('team_member').where('team_id', '=', row.id).returning('member_id as id').execute()
  await sql.deleteFrom('team').where('id', '=', row.id).execute()
  for (const { id } of parts) emit(teamMember.removed, { key: `${row.id}.${id}`, version })
  await countTeams(writer, parts, -1)
  emit(team.removed, { key: row.id, version })
  return true
}

/** Members before the team, as every change of a team does: two changes never wait for each other. */
async function lockTeamAndMembers({ sql }: Writer, { organizationId, teamId }: OfTeam) {
  await sql
    .selectFrom('member')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', (in_) => in_.selectFrom('team_member').select('member_id').where('team_id', '=', teamId))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return sql
    .selectFrom('team')
    .select(['id', 'version'])
    .where('id', '=', teamId)
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst()
}
