import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../tables.ts'
import type { UserRow } from './users.state.ts'

/** Addresses match whatever the case of their ASCII letters, and in nothing else: who looks alike is somebody else. */
export const emailKey = (email: string) => email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** What follows an address's last `@`, as organizations name it in `emailDomains`. */
export const domainOf = (email: string) => emailKey(email.slice(email.lastIndexOf('@') + 1))

/** Whether the `email` of a row is this address. The indexes are over the same expression. */
export const hasAddress = (email: string) => raw<boolean>`lower(email collate "C") = ${emailKey(email)}`

/**
 * The people with these addresses as the organization knows them, by `emailKey`: accounts that their owners have
 * proved, and those that its own provider made. Where an address has one of each, the member goes first, then the
 * proved one.
 */
export async function findUsersByEmail(
  sql: Kysely<Tables>,
  emails: string[],
  organizationId: string,
): Promise<Map<string, UserRow>> {
  if (emails.length === 0) return new Map()
  const rows = await accountsWith(sql, emails)
    .leftJoin('member', (join) =>
      join.onRef('member.user_id', '=', 'user.id').on('member.organization_id', '=', organizationId),
    )
    .where(({ or, eb }) => or([eb('user.vouched_by', 'is', null), eb('user.vouched_by', '=', organizationId)]))
    .orderBy(raw`member.id is not null`)
    .orderBy(raw`"user".vouched_by is null`)
    .execute()
  return new Map(rows.map((row) => [emailKey(row.email), row]))
}

/** Every account with one of these addresses, whoever vouches for it. */
export function accountsWith(sql: Kysely<Tables>, emails: string[]) {
  return sql
    .selectFrom('user')
    .selectAll('user')
    .where(raw<boolean>`lower("user".email collate "C") = any(${emails.map(emailKey)})`)
}
