import { conflict } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Sql, Tables } from '../database.ts'
import { changeSite, type SiteWriter } from '../states/sites.state.ts'

export type HostnameRow = Selectable<Tables['custom_hostname']>

interface ClaimedSite {
  id: string
  organization_id: string
  /** The one that is verified. */
  hostname: string | null
}

/**
 * Gives a site the wish for a host, or with null none; what was verified for it before is free at once. Throws 409 where
 * another site has it. Needs `lockSite`.
 */
export async function claimHostname(
  writing: SiteWriter & { deps: { now: () => Date } },
  site: ClaimedSite,
  hostname: string | null,
): Promise<void> {
  const { sql, deps } = writing
  const before = await claimOf(sql, site.id)
  if ((before?.hostname ?? null) === hostname) return
  if (hostname !== null && (await isVerified(sql, hostname, site.id)))
    throw conflict('Another site has this hostname: choose another.')
  await sql.deleteFrom('custom_hostname').where('site_id', '=', site.id).execute()
  if (site.hostname !== null) await changeSite(writing, site.id, { hostname: null })
  if (hostname === null) return
  const { id: site_id, organization_id } = site
  const values = { site_id, organization_id, hostname, dns_status: null, dns_failures: 0, dns_failing_since: null }
  await sql
    .insertInto('custom_hostname')
    .values({ ...values, dns_due_at: deps.now() })
    .execute()
}

export const claimOf = (sql: Sql, siteId: string): Promise<HostnameRow | undefined> =>
  sql.selectFrom('custom_hostname').selectAll().where('site_id', '=', siteId).executeTakeFirst()

/** Whether another site is read at this host. */
export async function isVerified(sql: Sql, hostname: string, exceptSite: string): Promise<boolean> {
  const other = sql.selectFrom('site').select('id').where('hostname', '=', hostname).where('id', '<>', exceptSite)
  return (await other.executeTakeFirst()) !== undefined
}
