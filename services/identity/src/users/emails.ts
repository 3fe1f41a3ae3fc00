import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../database.ts'
import type { UserRow } from './users.state.ts'

/** Normalizes an address: only the case of ASCII letters is ignored; any other similar address is another person's. */
export const emailKey = (email: string) => email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Returns the part of an address after its last `@`, in the form of `emailDomains`. */
export const domainOf = (email: string) => emailKey(email.slice(email.lastIndexOf('@') + 1))

/** The condition that the `email` of a row is this address. The indexes use the same expression. */
export const hasAddress = (email: string) => raw<boolean>`lower(email collate "C") = ${emailKey(email)}`

/**
 * Finds the people with these addresses for the organization, by `emailKey`: accounts that their owners have proved, and
 * accounts that its own provider created. If an address has one of each, the member has precedence, then the proved one.
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

/** Selects all accounts with one of these addresses, whoever vouches for them. */
export function accountsWith(sql: Kysely<Tables>, emails: string[]) {
  return sql
    .selectFrom('user')
    .selectAll('user')
    .where(raw<boolean>`lower("user".email collate "C") = any(${emails.map(emailKey)})`)
}
