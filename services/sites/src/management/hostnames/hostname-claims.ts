import { isIP } from 'node:net'
import { type Access, atLeast } from '@quire/access'
import { badRequest, conflict, forbidden } from '@quire/kit'
import { sql as raw, type Selectable } from 'kysely'
import type { Sql, Tables } from '../../database.ts'
import { changeSite, type SiteWriter } from '../../model/sites.state.ts'

export type HostnameRow = Selectable<Tables['custom_hostname']>

interface ClaimedSite {
  id: string
  organization_id: string
  /** The verified hostname. */
  hostname: string | null
}

/** A claim before the first query. */
const unproved = { dns_status: null, dns_failures: 0, dns_failing_since: null }

/**
 * Records the hostname that a site asks for, or none (null); the hostname that was verified before becomes free at
 * once. Throws 409 if another site has it. Needs `lockSite`.
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
  const values = { site_id, organization_id, hostname, ...unproved }
  await sql
    .insertInto('custom_hostname')
    .values({ ...values, dns_due_at: deps.now() })
    .execute()
}

/**
 * Records the proxy that a site asks for, or none (null); DNS has to prove its host, as for a hostname. Throws 409 if
 * another site has it. Setting it anew makes DNS be asked again. Needs `lockSite`.
 */
export async function claimProxy(
  writing: SiteWriter & { deps: { now: () => Date } },
  site: Pick<ClaimedSite, 'id' | 'organization_id'> & { proxy: string | null },
  proxy: string | null,
): Promise<void> {
  const { sql, deps } = writing
  if (proxy !== null && (await isProxyOfOther(sql, proxy, site.id)))
    throw conflict('Another site has this proxy: choose another.')
  const before = await proxyClaimOf(sql, site.id)
  const dns_due_at = deps.now()
  if (before && before.proxy === proxy)
    return void (await sql.updateTable('proxy_claim').set({ dns_due_at }).where('site_id', '=', site.id).execute())
  await sql.deleteFrom('proxy_claim').where('site_id', '=', site.id).execute()
  if (site.proxy !== null) await changeSite(writing, site.id, { proxy: null })
  if (proxy === null) return
  const { id: site_id, organization_id } = site
  const values = { site_id, organization_id, proxy, hostname: hostOfProxy(proxy), ...unproved, dns_due_at }
  await sql.insertInto('proxy_claim').values(values).execute()
}

const hostOfProxy = (proxy: string): string => (proxy.split('/', 1)[0] ?? '').toLowerCase()

export const proxyClaimOf = (sql: Sql, siteId: string) =>
  sql.selectFrom('proxy_claim').selectAll().where('site_id', '=', siteId).executeTakeFirst()

/** True if the host of this proxy is proved for another site. */
export async function isProxyOfOther(sql: Sql, proxy: string, exceptSite: string): Promise<boolean> {
  const other = sql
    .selectFrom('site')
    .select('id')
    .where(raw<string>`lower(proxy)`, '=', proxy.toLowerCase())
    .where('id', '<>', exceptSite)
  return (await other.executeTakeFirst()) !== undefined
}

export const claimOf = (sql: Sql, siteId: string): Promise<HostnameRow | undefined> =>
  sql.selectFrom('custom_hostname').selectAll().where('site_id', '=', siteId).executeTakeFirst()

/** True if another site has verified this hostname. */
export async function isVerified(sql: Sql, hostname: string, exceptSite: string): Promise<boolean> {
  const other = sql.selectFrom('site').select('id').where('hostname', '=', hostname).where('id', '<>', exceptSite)
  return (await other.executeTakeFirst()) !== undefined
}

export function requireAdmin({ level }: Pick<Access, 'level'>): void {
  if (!atLeast(level, 'admin'))
    throw forbidden('Only administrators of the organization change hostnames of its sites.')
}

interface HostnameRules {
  publicUrl: string
  sitesHost: string | undefined
  allowed: readonly string[]
}

/** Throws 400 for a name that no site can have, whatever DNS says; `hostname` fits the contract. */
export function requireHostname(hostname: string, ours: HostnameRules): void {
  const problem = problemOf(hostname, ours)
  if (problem !== undefined) throw badRequest('body.hostname', problem)
}

/** Throws 400 for a proxy at a host that no site can have. */
export function requireProxy(proxy: string, ours: HostnameRules): void {
  const problem = problemOf(hostOfProxy(proxy), ours)
  if (problem !== undefined) throw badRequest('body.proxy', `its host ${problem}`)
}

function problemOf(hostname: string, { publicUrl, sitesHost, allowed }: HostnameRules): string | undefined {
  // Browsers parse a name whose last label is a number as an address.
  const read = URL.parse(`http://${hostname}/`)?.hostname
  if (read !== hostname || isIP(read) > 0) return 'must be a name that browsers open'
  if (hostname.endsWith('.localhost')) return 'must not be a name of the machine itself'
  const own = [new URL(publicUrl).hostname, ...(sitesHost === undefined ? [] : [sitesHost])]
  const isOurs = own.some((one) => hostname === one || hostname.endsWith(`.${one}`))
  return isOurs && !(allowed.includes(hostname) && !own.includes(hostname)) ? 'belongs to this installation' : undefined
}
