import { inSteps, type Logger, type Loop, type Publisher, Refusal, startLoop } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql, Tables } from '../../database.ts'
import { type DnsLookup, proofOf } from './dns.ts'
import type { HostnameRow } from './hostname-claims.ts'
import { recordFinding, recordProxyFinding } from './record-finding.ts'

interface DnsCheckOptions {
  sql: () => Sql
  publisher: Publisher
  deps: { publicUrl: string; now: () => Date; hostnames: { lookUp: DnsLookup; sitesHost: string | undefined } }
  log: Logger
}

type ClaimTable = 'custom_hostname' | 'proxy_claim'

/** A host to look up, for a proxy or as the site's own. */
type DueClaim = HostnameRow & { proxy?: string }

const everyMs = 15_000
/** The number of concurrent queries in each process. */
const atOnce = 16
const neverAborted = AbortSignal.any([])
/** The lease on the names that a process is checking; other processes wait for its end if the process dies. */
const leaseMs = 60_000

/** Checks the hostnames that are due, each in one process. */
export function startDnsChecks({ sql, publisher, deps, log }: DnsCheckOptions): Loop {
  return startLoop({ name: 'hostnames', everyMs, log }, async (signal) => {
    for (const table of ['custom_hostname', 'proxy_claim'] as const) {
      for (let due = await lease(table); due.length > 0; due = await lease(table)) {
        await Promise.all(due.map(check))
        signal.throwIfAborted()
      }
    }
  })

  function lease(table: ClaimTable) {
    return leaseDue(sql(), table, deps.now())
  }

  async function check({ site_id: siteId, hostname, proxy }: DueClaim) {
    const status = await deps.hostnames.lookUp(hostname, proofOf(hostname, siteId, deps.hostnames.sitesHost))
    // A result is recorded even if the process is about to end, because the names are leased.
    const step = inSteps<Tables>(sql(), { publisher, signal: neverAborted })
    const recorded = step((writing) =>
      proxy === undefined
        ? recordFinding({ ...writing, deps }, { siteId, hostname, status })
        : recordProxyFinding({ ...writing, deps }, { siteId, proxy, status }),
    )
    await recorded.catch(logRefusal)
  }

  /** Logs that the site was deleted, or that another site was faster. */
  function logRefusal(error: unknown) {
    if (!(error instanceof Refusal)) throw error
    log.debug({ err: error }, 'a hostname was not verified')
  }
}

/**
 * Leases due names. A leased name is due again later whatever happens to the process, and no name is queried without
 * end.
 */
async function leaseDue(sql: Sql, table: ClaimTable, now: Date): Promise<DueClaim[]> {
  const { rows } = await raw<DueClaim>`
    update ${raw.table(table)} set dns_due_at = ${new Date(now.getTime() + leaseMs)}
    where site_id in (
      select site_id from ${raw.table(table)} where dns_due_at <= ${now}
      order by dns_due_at limit ${atOnce} for no key update skip locked
    )
    returning *`.execute(sql)
  return rows
}
