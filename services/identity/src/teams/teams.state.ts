import { team, teamMember, timestamp } from '@quire/contracts'
import { source, statesOf } from '@quire/kit'
import { sql as raw, type Selectable } from 'kysely'
import type { Tables } from '../tables.ts'

export type TeamRow = Selectable<Tables['team']>
export type TeamMemberRow = Selectable<Tables['team_member']>

export function teamState(row: TeamRow) {
  return {
    id: row.id,
    version: row.version,
    organizationId: row.organization_id,
    title: row.title,
    members: row.members,
    createdAt: timestamp(row.created_at),
  }
}

export function teamMemberState(row: TeamMemberRow) {
  return {
    teamId: row.team_id,
    memberId: row.member_id,
    version: row.version,
    organizationId: row.organization_id,
    userId: row.user_id,
    role: row.role,
  }
}

export const teamSource = source<Tables>(team, async (sql, after = '', limit) => {
  const rows = await sql.selectFrom('team').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()
  return statesOf(rows, limit, teamState, (row) => row.id)
})

export const teamMemberSource = source<Tables>(teamMember, async (sql, after = '', limit) => {
  const [teamId = '', memberId = ''] = after.split('.')
  const rows = await sql
    .selectFrom('team_member')
    .selectAll()
    .where(raw<boolean>`(team_id, member_id) > (${teamId}, ${memberId})`)
    .orderBy('team_id')
    .orderBy('member_id')
    .limit(limit)
    .execute()
  return statesOf(rows, limit, teamMemberState, (row) => `${row.team_id}.${row.member_id}`)
})
