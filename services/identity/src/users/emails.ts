import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../tables.ts'
import type { UserRow } from './users.events.ts'

/** Addresses match whatever the case of their ASCII letters, and in nothing else (attacks 11). */
export const emailKey = (email: string) => email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** What follows an address's last `@`, as organizations name it in `emailDomains`. */
export const domainOf = (email: string) => emailKey(email.slice(email.lastIndexOf('@') + 1))

/** Of a row with an `email`: whether it is this address. The indexes are over the same expression. */
export const hasAddress = (email: string) => raw<boolean>`lower(email collate "C") = ${emailKey(email)}`

/** The people with these addresses, by `emailKey`. */
export async function findUsersByEmail(sql: Kysely<Tables>, emails: string[]): Promise<Map<string, UserRow>> {
  if (emails.length === 0) return new Map()
  const rows = await sql
    .selectFrom('user')
    .selectAll()
    .where(raw<boolean>`lower(email collate "C") = any(${emails.map(emailKey)})`)
    .execute()
  return new Map(rows.map((row) => [emailKey(row.email), row]))
}
