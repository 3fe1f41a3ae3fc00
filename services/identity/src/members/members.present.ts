import { type Member, presentMember } from '@quire/contracts'
import type { Kysely } from 'kysely'
import type { Tables } from '../database.ts'
import { type MemberRow, memberState } from './members.state.ts'

/** A member's columns, without the search bytes. */
export const memberColumns = [
  'member.id',
  'member.version',
  'member.organization_id',
  'member.user_id',
  'member.role',
  'member.disabled',
  'member.sso',
  'member.introduced',
  'member.joined_at',
  'member.last_seen_at',
  'member.teams',
  'member.spaces',
  'member.search',
] as const

/** The presented columns of a member's person. */
export const userColumns = ['user.display_name', 'user.email', 'user.photo_url'] as const

/** Selects members with their persons. */
export function membersWithUsers(sql: Kysely<Tables>) {
  return sql
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.user_id')
    .select([...memberColumns, ...userColumns])
}

export type MemberWithUser = MemberRow & { display_name: string; email: string; photo_url: string | null }

export function presentMemberRow(row: MemberWithUser, publicUrl: string): Member {
  const user = { id: row.user_id, displayName: row.display_name, email: row.email, photoURL: row.photo_url }
  return presentMember(memberState(row), user, row.spaces, publicUrl)
}
