import type { HostnameStatus } from '@quire/contracts'
import { conflict, violates } from '@quire/kit'
import type { Sql } from '../../database.ts'
import { changeSite, lockSite, type SiteWriter } from '../../model/sites.state.ts'
import { claimOf, type HostnameRow, isVerified } from './hostname-claims.ts'

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

/**
 * Records the result of a query. A proved hostname leads to its site from then on; one that has not been proved for a
 * week leads nowhere and becomes free. Does nothing if the site no longer wants the hostname, or another site has it.
 */
export async function recordFinding(
  writing: SiteWriter & { deps: { now: () => Date } },
  { siteId, hostname, status }: Finding,
): Promise<void> {
  const { sql, deps } = writing
  const site = await lockSite(sql, siteId)
  const claim = await claimOf(sql, siteId)
  if (claim?.hostname !== hostname) return
  const now = deps.now()
  if (await isVerified(sql, hostname, siteId)) return change(sql, siteId, { dns_due_at: nextCheck(now, 0) })
  const isProved = status === 'dns_passed'
  // A missing answer does not count as a failure: the name servers, or the resolver, may be unavailable.
  const before = claim.dns_failing_since === null ? undefined : new Date(claim.dns_failing_since)
  const failingSince = isProved ? null : (before ?? (status === 'internal_error' ? null : now))
  const failures = isProved ? 0 : claim.dns_failures + 1
  const found = { dns_status: status, dns_failures: failures, dns_failing_since: failingSince }
  await change(sql, siteId, { ...found, dns_due_at: nextCheck(now, failures) })
  const isLost = failingSince !== null && now.getTime() - failingSince.getTime() >= graceMs
  if (isProved && site.hostname !== hostname) await assignHostname(writing, siteId, hostname)
  else if (isLost && site.hostname !== null && status !== 'internal_error')
    await changeSite(writing, siteId, { hostname: null })
}

async function change(sql: Sql, siteId: string, changes: Partial<HostnameRow>) {
  await sql.updateTable('custom_hostname').set(changes).where('site_id', '=', siteId).execute()
}

/** A day later, or sooner while the hostname is not proved: after 1, 2, 4 … minutes. */
const nextCheck = (now: Date, failures: number) =>
  new Date(now.getTime() + (failures === 0 ? dayMs : Math.min(minuteMs * 2 ** Math.min(failures - 1, 20), dayMs)))

async function assignHostname(writing: SiteWriter, siteId: string, hostname: string) {
  try {
    await changeSite(writing, siteId, { hostname })
  } catch (error) {
    throw violates(error, 'site_hostname') ? conflict('Another site has this hostname by now.') : error
  }
}
