import { member, timestamp } from '@quire/contracts'
import { tableSource } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Tables } from '../database.ts'

export type MemberRow = Omit<Selectable<Tables['member']>, 'search_bytes' | 'external_id'>

export function memberState(row: MemberRow) {
  return {
    id: row.id,
    version: row.version,
    organizationId: row.organization_id,
    userId: row.user_id,
    role: row.role,
    disabled: row.disabled,
    sso: row.sso,
    introduced: row.introduced,
    joinedAt: timestamp(row.joined_at),
    lastSeenAt: row.last_seen_at && timestamp(row.last_seen_at),
    teams: row.teams,
  }
}

export const memberSource = tableSource(member, 'member', ['id'], memberState)
