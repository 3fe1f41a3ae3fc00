import { readFileSync } from 'node:fs'
import { owners, type Processes, processNames } from '../support/processes.ts'
import { withDatabases } from '../support/system-databases.ts'

const answerWithinMs = 5000
/** More than twice as much as any service needs for this load. */
const maxBytes = 768 * 1024 ** 2
/** Longer than any step between two statements of a transaction. */
const idleSeconds = 3

/** Events that were not published or not applied, and transactions that nobody ends. */
export function leftInDatabases(system: Processes): Promise<string[]> {
  return withDatabases(system, async (databases) => {
    const found = owners.map(async (name) => {
      const { rows } = await databases[name].query(
        `select (select count(*)::int from outbox where published_at is null) as unpublished,
                (select count(*)::int from dead_letter) as parked,
                (select count(*)::int from pg_stat_activity where datname = current_database()
                 and state like 'idle in transaction%' and state_change < now() - make_interval(secs => $1)) as idle`,
        [idleSeconds],
      )
      const { unpublished, parked, idle } = rows[0]
      return [
        ...(unpublished > 0 ? [`${name} has ${unpublished} events that were not published`] : []),
        ...(parked > 0 ? [`${name} has ${parked} dead letters`] : []),
        ...(idle > 0 ? [`${name} has ${idle} connections that are idle in a transaction`] : []),
      ]
    })
    return (await Promise.all(found)).flat()
  })
}

/** Processes that are not ready, hang, or hold too much memory for the load. */
export async function unhealthy(system: Processes): Promise<string[]> {
  const found = processNames.map(async (name) => {
    const ready = await statusOf(`${system.addressOf(name)}/readyz`)
    const bytes = residentBytes(system.pidOf(name))
    return [
      ...(isWhole(ready) ? [] : [`${name} is not ready: ${ready}`]),
      ...(bytes > maxBytes ? [`${name} holds ${Math.round(bytes / 1024 ** 2)} MB`] : []),
    ]
  })
  return (await Promise.all(found)).flat()
}

/** True if a process lacks no part. Other services that were away a moment ago do not count. */
function isWhole(ready: string): boolean {
  const [, body = '{}'] = /^200 (.*)$/s.exec(ready) ?? []
  const { parts = { all: 'missing' } } = JSON.parse(body)
  return Object.entries(parts).every(([part, state]) => state === 'up' || processNames.some((name) => name === part))
}

async function statusOf(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) })
    return `${response.status} ${await response.text()}`
  } catch (error) {
    return String(error)
  }
}

/** Returns the memory of a process; 0 if the operating system does not report it. */
export function residentBytes(pid: number): number {
  if (process.platform !== 'linux') return 0
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
