import { type memberOperations, timestamp } from '@quire/contracts'
import { type Input, keysBefore, type Page } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../database.ts'
import type { MemberRow } from './members.state.ts'

export type Query = Input<typeof memberOperations.listMembersInOrganizationById>['query']

/** A requested list of members. */
export interface MemberFilter {
  sql: Kysely<Tables>
  organizationId: string
  /** The number of members of the organization, whatever the filter. */
  members: number
  query: Query
  page: Page
}

/** Columns to sort by; the bytes of a name have the same order as its text. */
const columns = { joinedAt: 'joined_at', lastSeenAt: 'last_seen_at', name: 'search_bytes' } as const

export const columnOf = ({ query }: MemberFilter) => raw.ref(`member.${columns[query.sort]}`)

/** Returns the requested order; each order has its index, so no page costs more than another. */
export function inOrder(asked: MemberFilter) {
  const direction = raw.raw(asked.query.order)
  return raw`order by ${columnOf(asked)} ${direction}, member.id ${direction}`
}

/** The condition on members in the order's index: members of one role in the order of joining, or ever active ones. */
export function isListed({ organizationId, query }: MemberFilter) {
  const { role, sort } = query
  const listed = {
    joinedAt: role === undefined ? raw`true` : hasRole(role),
    lastSeenAt: raw`member.last_seen_at is not null`,
    name: raw`true`,
  }
  return raw<boolean>`member.organization_id = ${organizationId} and ${listed[sort]}`
}

export const hasRole = (role: NonNullable<Query['role']>) =>
  role === 'guest' ? raw`member.role is null` : raw`member.role = ${role}`

/** The condition on members after the cursor. */
export function isAfterCursor(asked: MemberFilter) {
  const { query, page } = asked
  const [key = '', id] = keysBefore(page, 2) ?? []
  if (id === undefined) return raw`true`
  const after = query.sort === 'name' ? raw`${Buffer.from(key)}::bytea` : raw`${key}::timestamptz`
  return raw`(${columnOf(asked)}, member.id) ${raw.raw(query.order === 'asc' ? '>' : '<')} (${after}, ${id})`
}

/** Returns the order keys of a member, for a cursor. */
export function keysOf(row: MemberRow, { sort }: Query): [string, string] {
  if (sort === 'name') return [row.search, row.id]
  return [timestamp(row[columns[sort]] ?? new Date(0)), row.id]
}
