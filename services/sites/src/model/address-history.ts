import { statement } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** Names and addresses of one site that are kept; older ones end. */
const maxKept = 5000

/** Segments of a path that may have been the address of a space. */
const maxNames = 8

/** Records that the site had this basename, which leads to it until another site takes the name. */
export async function recordBasename(sql: Sql, siteId: string, basename: string): Promise<void> {
  await sql
    .insertInto('basename_history')
    .values({ basename, site_id: siteId })
    .onConflict((row) => row.column('basename').doUpdateSet({ site_id: siteId, since: raw`now()` }))
    .execute()
  await raw`
    delete from basename_history where site_id = ${siteId} and basename in (
      select basename from basename_history where site_id = ${siteId} order by since desc offset ${maxKept}
    )`.execute(sql)
}

/** Records the addresses that spaces of the site have from now on. */
export async function recordAddresses(
  sql: Sql,
  siteId: string,
  spaces: readonly { id: string; address: string | null }[],
): Promise<void> {
  const rows = spaces.flatMap(({ id, address }) =>
    address === null ? [] : [{ site_id: siteId, address, site_space_id: id }],
  )
  if (rows.length === 0) return
  await sql
    .insertInto('address_history')
    .values(rows)
    .onConflict((row) =>
      row
        .columns(['site_id', 'address'])
        .doUpdateSet((given) => ({ site_space_id: given.ref('excluded.site_space_id'), since: raw`now()` })),
    )
    .execute()
  await raw`
    delete from address_history where site_id = ${siteId} and address in (
      select address from address_history where site_id = ${siteId} order by since desc offset ${maxKept}
    )`.execute(sql)
}

const readHistory = statement<{ siteId: string; starts: string[] }, { address: string; site_space_id: string }>(
  ({ siteId, starts }) => raw`
    select address, site_space_id from address_history
    where site_id = ${siteId} and address = any(${starts}) order by length(address) desc`,
)

/** Finds the spaces that once had an address with which a path begins, the longest first, with the rest of the path. */
export async function spacesOnceAt(
  sql: Sql,
  siteId: string,
  path: readonly string[],
): Promise<{ siteSpaceId: string; path: string }[]> {
  const lengths = Array.from({ length: Math.min(path.length, maxNames) + 1 }, (_, length) => length)
  const found = await readHistory(sql, { siteId, starts: lengths.map((length) => path.slice(0, length).join('/')) })
  return found.map(({ address, site_space_id: siteSpaceId }) => ({
    siteSpaceId,
    path: path.slice(address === '' ? 0 : address.split('/').length).join('/'),
  }))
}
