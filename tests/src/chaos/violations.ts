import { readFileSync } from 'node:fs'
import { compared } from '../support/agreement.ts'
import type { Client } from '../support/load-client.ts'
import { owners, type Processes, processNames } from '../support/processes.ts'
import { reading, withDatabases } from '../support/system-databases.ts'
import { type WriteLog, wronglyMade } from '../support/write-log.ts'

const answerWithinMs = 5000
/** More than twice as much as any service needs for this load. */
const maxBytes = 768 * 1024 ** 2
/** Longer than any step between two statements of a transaction. */
const idleSeconds = 3

/** Checks everything that must hold once the system is calm again; describes the violations. */
export async function violations(system: Processes, clients: Client[], writeLog: WriteLog): Promise<string[]> {
  // Counters that a job updates, and the events of the last writes, may need a moment more.
  await reading(system, async () => (await disagreements(system)).length === 0)
  const found = await Promise.all([
    ...clients.map(unreadable),
    ...clients.map(entered),
    ...clients.map(halfMerged),
    wronglyMade(system, writeLog),
    disagreements(system),
    leftInDatabases(system),
    unhealthy(system),
  ])
  return found.flat()
}

/** Finds acknowledged things that do not read as they should. */
async function unreadable(client: Client): Promise<string[]> {
  const lost: string[] = []
  for (const { path, status, text } of client.known()) {
    const response = await client.send('GET', path)
    const body = await response.text()
    if (response.status !== status || !body.includes(text ?? ''))
      lost.push(`${path} should be ${status} ${text ?? ''}: ${response.status} ${body.slice(0, 200)}`)
  }
  return lost
}

/** Reads that succeed although the reader was barred. */
async function entered(client: Client): Promise<string[]> {
  const statuses = client
    .barred()
    .map(async ({ token, path }) => ({ path, status: await client.statusFor(token, path) }))
  const refused = [401, 403, 404]
  return (await Promise.all(statuses))
    .filter(({ status }) => status === undefined || !refused.includes(status))
    .map(({ path, status }) => `${path} answers ${status} to somebody barred from it`)
}

/** Change requests that are merged without their page being live, or not merged although it is. */
async function halfMerged(client: Client): Promise<string[]> {
  const half: string[] = []
  for (const { space, request, page } of client.unsureMerges()) {
    const [one, pages] = await Promise.all([
      client.send('GET', `/spaces/${space}/change-requests/${request}`),
      client.send('GET', `/spaces/${space}/content/pages`),
    ])
    const isMerged = (await one.text()).includes('"status":"merged"')
    const isLive = (await pages.text()).includes(page)
    // A space that was deleted meanwhile has neither.
    if (one.ok && pages.ok && isMerged !== isLive)
      half.push(`${request} is ${isMerged ? '' : 'not '}merged, its page is ${isLive ? '' : 'not '}live`)
  }
  return half
}

/** Projections and counters that differ from their owners' tables. */
async function disagreements(system: Processes): Promise<string[]> {
  return (await compared(system)).flatMap(({ of, actual, expected }) => {
    const [one, other] = [actual, expected].map((rows) => rows.map((row) => JSON.stringify(row)))
    const wrong = one?.find((row) => !other?.includes(row))
    const missing = other?.find((row) => !one?.includes(row))
    return wrong === undefined && missing === undefined ? [] : [`${of}: has ${wrong}, should have ${missing}`]
  })
}

function leftInDatabases(system: Processes): Promise<string[]> {
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
async function unhealthy(system: Processes): Promise<string[]> {
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
function residentBytes(pid: number): number {
  if (process.platform !== 'linux') return 0
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
