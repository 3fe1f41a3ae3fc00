import type { HostnameStatus } from '@quire/contracts'
import { conflict, violates } from '@quire/kit'
import { changeSite, lockSite, type SiteWriter } from '../../model/sites.state.ts'
import { claimOf, type HostnameRow, isProxyOfOther, isVerified, proxyClaimOf } from './hostname-claims.ts'

/** The result of a DNS query for a hostname that a site wants. */
interface Finding {
  siteId: string
  hostname: string
  status: HostnameStatus
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A verified hostname stays verified for this long while DNS does not prove it. */
const graceMs = 7 * dayMs

type Writing = SiteWriter & { deps: { now: () => Date } }

/**
 * Records the result of a query. A proved hostname leads to its site from then on; one that has not been proved for a
 * week leads nowhere and becomes free. Does nothing if the site no longer wants the hostname, or another site has it.
 */
export async function recordFinding(writing: Writing, { siteId, hostname, status }: Finding): Promise<void> {
  const { sql, deps } = writing
  const site = await lockSite(sql, siteId)
  const claim = await claimOf(sql, siteId)
  if (claim?.hostname !== hostname) return
  const isTaken = await isVerified(sql, hostname, siteId)
  const { found, isProved, isLost } = resultOf(claim, status, { now: deps.now(), isTaken })
  await sql.updateTable('custom_hostname').set(found).where('site_id', '=', siteId).execute()
  if (isProved && site.hostname !== hostname) await assign(writing, siteId, { hostname })
  else if (isLost && site.hostname !== null) await changeSite(writing, siteId, { hostname: null })
}

/** Records the result of a query for the host of a proxy, which counts as that for a hostname does. */
export async function recordProxyFinding(
  writing: Writing,
  { siteId, proxy, status }: Omit<Finding, 'hostname'> & { proxy: string },
): Promise<void> {
  const { sql, deps } = writing
  const site = await lockSite(sql, siteId)
  const claim = await proxyClaimOf(sql, siteId)
  if (claim?.proxy !== proxy) return
  const isTaken = await isProxyOfOther(sql, proxy, siteId)
  const { found, isProved, isLost } = resultOf(claim, status, { now: deps.now(), isTaken })
  await sql.updateTable('proxy_claim').set(found).where('site_id', '=', siteId).execute()
  if (isProved && site.proxy !== proxy) await assign(writing, siteId, { proxy })
  else if (isLost && site.proxy !== null) await changeSite(writing, siteId, { proxy: null })
}

/** Returns what a query changes in a claim, and whether the host is the site's now, or no longer. */
function resultOf(
  claim: Pick<HostnameRow, 'dns_failing_since' | 'dns_failures'>,
  status: HostnameStatus,
  { now, isTaken }: { now: Date; isTaken: boolean },
) {
  if (isTaken) return { found: { dns_due_at: nextCheck(now, 0) }, isProved: false, isLost: false }
  const isProved = status === 'dns_passed'
  // A missing answer does not count as a failure: the name servers, or the resolver, may be unavailable.
  const before = claim.dns_failing_since === null ? undefined : new Date(claim.dns_failing_since)
  const failingSince = isProved ? null : (before ?? (status === 'internal_error' ? null : now))
  const failures = isProved ? 0 : claim.dns_failures + 1
  const dns = { dns_status: status, dns_failures: failures, dns_failing_since: failingSince }
  const isLongAgo = failingSince !== null && now.getTime() - failingSince.getTime() >= graceMs
  return {
    found: { ...dns, dns_due_at: nextCheck(now, failures) },
    isProved,
    isLost: isLongAgo && status !== 'internal_error',
  }
}

/** A day later, or sooner while the hostname is not proved: after 1, 2, 4 … minutes. */
const nextCheck = (now: Date, failures: number) =>
  new Date(now.getTime() + (failures === 0 ? dayMs : Math.min(minuteMs * 2 ** Math.min(failures - 1, 20), dayMs)))

async function assign(writing: SiteWriter, siteId: string, change: { hostname: string } | { proxy: string }) {
  try {
    await changeSite(writing, siteId, change)
  } catch (error) {
    throw violates(error, 'site_hostname') || violates(error, 'site_proxy')
      ? conflict('Another site has this host by now.')
      : error
  }
}
