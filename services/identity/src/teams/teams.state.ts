import { team, teamMember, timestamp } from '@quire/contracts'
import { tableSource } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Tables } from '../database.ts'

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

export const teamSource = tableSource(team, 'team', ['id'], teamState)

export const teamMemberSource = tableSource(teamMember, 'team_member', ['team_id', 'member_id'], teamMemberState)
