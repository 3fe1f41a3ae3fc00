import { timestamp } from '@quire/contracts'
import { type Kysely, sql as raw } from 'kysely'
import type { CommandDatabase } from '../command-transactions.ts'
import type { Tables } from '../database.ts'

const pageSize = 500

/** Selects all people of the installation whose name or address contains a text, without deleted ones. */
export const peopleWith = (sql: Kysely<Tables>, search: string | undefined) =>
  sql
    .selectFrom('user')
    .select(['user.id', 'display_name', 'email', 'created_at', 'disabled_at'])
    .select([
      raw<number>`(select count(*)::int from member where member.user_id = "user".id)`.as('organizations'),
      raw<number>`(
        select count(*)::int from token where token.user_id = "user".id and revoked_at is null and expires_at > now()
      )`.as('tokens'),
    ])
    .where('deleted_at', 'is', null)
    .where(contains(search, raw`display_name || ' ' || email`))

type PersonRow = Awaited<ReturnType<ReturnType<typeof peopleWith>['executeTakeFirstOrThrow']>>

export const presentPerson = (row: PersonRow) => ({
  id: row.id,
  name: row.display_name,
  email: row.email,
  createdAt: timestamp(row.created_at),
  disabled: row.disabled_at !== null,
  organizations: row.organizations,
  tokens: row.tokens,
})

/** Selects all organizations of the installation whose title or hostname contains a text. */
export const organizationsWith = (sql: Kysely<Tables>, search: string | undefined) =>
  sql
    .selectFrom('organization')
    .select(['organization.id', 'title', 'hostname', 'organization.created_at', 'members'])
    .select(
      raw<string[]>`(
        select coalesce(jsonb_agg(email order by email), '[]') from (
          select "user".email from member join "user" on "user".id = member.user_id
          where member.organization_id = organization.id and member.role = 'admin' and not member.disabled
          order by "user".email limit 10
        ) administering)`.as('administrators'),
    )
    .where(contains(search, raw`title || ' ' || coalesce(hostname, '')`))

type ListedOrganization = Awaited<ReturnType<ReturnType<typeof organizationsWith>['executeTakeFirstOrThrow']>>

export const presentOrganization = (row: ListedOrganization) => ({
  id: row.id,
  title: row.title,
  hostname: row.hostname,
  createdAt: timestamp(row.created_at),
  members: row.members,
  administrators: row.administrators,
})

/** Selects the organizations that were deleted. */
export const deletions = (sql: Kysely<Tables>) => sql.selectFrom('deleted_organization').selectAll()

type DeletionRow = Awaited<ReturnType<ReturnType<typeof deletions>['executeTakeFirstOrThrow']>>

/** Presents a deletion, with the moments from which the services have nothing of the organization. */
export function presentDeletion(row: DeletionRow) {
  const moment = (at: Date | null) => at && timestamp(at)
  const purgedAt = {
    identity: moment(row.identity_purged_at),
    content: moment(row.content_purged_at),
    sites: moment(row.sites_purged_at),
    ai: moment(row.ai_purged_at),
  }
  return {
    id: row.id,
    deletedAt: timestamp(row.deleted_at),
    inForceAt: moment(row.in_force_at),
    purgedAt,
    isComplete: Object.values(purgedAt).every((at) => at !== null),
  }
}

const contains = (search: string | undefined, column: ReturnType<typeof raw>) =>
  search === undefined ? raw<boolean>`true` : raw<boolean>`position(lower(${search}) in lower(${column})) > 0`

interface Listing {
  /** A part of a name, address or title; everything if absent. */
  search?: string | undefined
  /** Takes one line of JSON. */
  print: (line: string) => void
}

/** Prints all people of the installation, oldest first, as JSON lines. */
export const listPeople = ({ sql }: Pick<CommandDatabase, 'sql'>, { search, print }: Listing): Promise<void> =>
  printPages(print, async (after) =>
    (await peopleWith(sql, search).where('id', '>', after).orderBy('id').limit(pageSize).execute()).map(presentPerson),
  )

/** Prints all organizations of the installation, oldest first, as JSON lines. */
export const listOrganizations = ({ sql }: Pick<CommandDatabase, 'sql'>, { search, print }: Listing): Promise<void> =>
  printPages(print, async (after) => {
    const rows = await organizationsWith(sql, search).where('id', '>', after).orderBy('id').limit(pageSize).execute()
    return rows.map(presentOrganization)
  })

/** Prints the organizations that were deleted, with what is purged, as JSON lines. */
export const listDeletions = ({ sql }: Pick<CommandDatabase, 'sql'>, { print }: Listing): Promise<void> =>
  printPages(print, async (after) =>
    (await deletions(sql).where('id', '>', after).orderBy('id').limit(pageSize).execute()).map(presentDeletion),
  )

/** Returns the value as JSON without characters that a terminal obeys or that change the order of others: people choose titles. */
export const printable = (value: unknown) =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\p{Bidi_Control}]/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

async function printPages(
  print: (line: string) => void,
  pageAfter: (after: string) => Promise<{ id: string }[]>,
): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await pageAfter(after)
    for (const row of rows) print(printable(row))
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.id
  }
}
