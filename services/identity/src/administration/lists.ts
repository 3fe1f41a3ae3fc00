import { sql as raw } from 'kysely'
import type { CommandDatabase } from '../command-transactions.ts'

const pageSize = 500

interface Listing {
  /** A part of a name, address or title; everything if absent. */
  search?: string | undefined
  /** Takes one line of JSON. */
  print: (line: string) => void
}

/** Prints all people of the installation, oldest first, as JSON lines; deleted ones are left out. */
export const listPeople = (database: CommandDatabase, listing: Listing): Promise<void> =>
  printPages(listing, async (after) => {
    const { rows } = await raw<{ id: string }>`
      select id, display_name as name, email, ${createdAt}, disabled_at is not null as disabled,
        (select count(*)::int from member where member.user_id = "user".id) as organizations,
        (select count(*)::int from token where token.user_id = "user".id and revoked_at is null and expires_at > now())
          as tokens
      from "user"
      where id > ${after} and deleted_at is null and ${matches(listing, raw`display_name || ' ' || email`)}
      order by id limit ${pageSize}`.execute(database.sql)
    return rows
  })

/** Prints all organizations of the installation, oldest first, as JSON lines. */
export const listOrganizations = (database: CommandDatabase, listing: Listing): Promise<void> =>
  printPages(listing, async (after) => {
    const { rows } = await raw<{ id: string }>`
      select id, title, hostname, ${createdAt}, members,
        (select coalesce(jsonb_agg(email order by email), '[]') from (
          select "user".email from member join "user" on "user".id = member.user_id
          where member.organization_id = organization.id and member.role = 'admin' and not member.disabled
          order by "user".email limit 10
        ) administering) as administrators
      from organization where id > ${after} and ${matches(listing, raw`title || ' ' || coalesce(hostname, '')`)}
      order by id limit ${pageSize}`.execute(database.sql)
    return rows
  })

/** In the format of the interface. */
const createdAt = raw`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`

const matches = ({ search }: Listing, column: ReturnType<typeof raw>) =>
  search === undefined ? raw`true` : raw`position(lower(${search}) in lower(${column})) > 0`

/** Returns the value as JSON without characters that a terminal obeys or that change the order of others: people choose titles. */
export const printable = (value: unknown) =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\p{Bidi_Control}]/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

async function printPages({ print }: Listing, pageAfter: (after: string) => Promise<{ id: string }[]>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await pageAfter(after)
    for (const row of rows) print(printable(row))
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.id
  }
}
