import { inSteps, type Logger, type Loop, type Publisher, Refusal, startLoop } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql, Tables } from '../database.ts'
import type { HostnameRow } from './claims.ts'
import { type LookUp, proofOf } from './dns.ts'
import { recordFinding } from './record.ts'

interface LookingParts {
  sql: () => Sql
  publisher: Publisher
  deps: { publicUrl: string; now: () => Date; hostnames: { lookUp: LookUp; sitesHost: string | undefined } }
  log: Logger
}

const everyMs = 15_000
/** So many questions are open at once, in each process. */
const atOnce = 16
const neverAborted = AbortSignal.any([])
/** A process that dies keeps the others from its names for so long. */
const takenForMs = 60_000

/** Asks DNS for the hostnames that are due, each by one process. */
export function startLooking({ sql, publisher, deps, log }: LookingParts): Loop {
  return startLoop({ name: 'hostnames', everyMs, log }, async (signal) => {
    // What DNS has said is kept, also where the process is about to end: the names are taken.
    const step = inSteps<Tables>(sql(), { publisher, signal: neverAborted })
    for (let due = await takeDue(sql(), deps.now()); due.length > 0; due = await takeDue(sql(), deps.now())) {
      await Promise.all(
        due.map(async ({ site_id: siteId, hostname }) => {
          const status = await deps.hostnames.lookUp(hostname, proofOf(hostname, siteId, deps.hostnames.sitesHost))
          await step((writing) => recordFinding({ ...writing, deps }, { siteId, hostname, status })).catch(tell)
        }),
      )
      signal.throwIfAborted()
    }
  })

  /** The site went away, or another one was faster. */
  function tell(error: unknown) {
    if (!(error instanceof Refusal)) throw error
    log.debug({ err: error }, 'a hostname was not verified')
  }
}

/** What is taken is due again later, whatever becomes of the process: none is asked for without an end. */
async function takeDue(sql: Sql, now: Date): Promise<HostnameRow[]> {
  const { rows } = await raw<HostnameRow>`
    update custom_hostname set dns_due_at = ${new Date(now.getTime() + takenForMs)}
    where site_id in (
      select site_id from custom_hostname where dns_due_at <= ${now}
      order by dns_due_at limit ${atOnce} for no key update skip locked
    )
    returning *`.execute(sql)
  return rows
}
