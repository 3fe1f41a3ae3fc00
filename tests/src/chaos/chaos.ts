import { setTimeout as delay } from 'node:timers/promises'
import { issueToken } from '@quire/identity'
import { createClient, createTally, type Person, seededRandom, type TallyCounter } from '../support/load-client.ts'
import { work } from '../support/load-worker.ts'
import { type Processes, startProcesses } from '../support/processes.ts'
import { settled } from '../support/system-databases.ts'
import { createWriteLog } from '../support/write-log.ts'
import { type Gaps, watchAvailability } from './availability.ts'
import { type Fault, faultsOf, inTurn } from './inject-faults.ts'
import { type InjectedFault, refusalsWithoutReason } from './unexplained-refusals.ts'
import { violations } from './violations.ts'

interface ChaosOptions {
  /** Decides what is written and which faults come in which order. */
  seed: number
  /** True if another fault follows, by the number of faults and the milliseconds so far. */
  goesOn: (faults: number, elapsedMs: number) => boolean
  pauseMs: number
  /** Writes that must be acknowledged between two faults. */
  writesBetween: number
  say: (progress: string) => void
}

export interface ChaosReport {
  seed: number
  seconds: number
  acknowledged: number
  unknown: number
  refused: number
  repeated: number
  /** The number of injections of each fault. */
  faults: Map<string, number>
  gaps: Gaps
  violations: string[]
  /** The folder of logs and data, if there are violations. */
  folder: string | undefined
}

const workers = 8
/** The timeout for writes to succeed again after any fault. */
const recoveryTimeoutMs = 30_000

/** Starts a separate system, writes while one part after another fails, and reports the violations. */
export async function chaos(options: ChaosOptions): Promise<ChaosReport> {
  const begun = performance.now()
  const system = await startProcesses()
  const report = await inChaos(system, options).finally(system.stop)
  const seconds = (performance.now() - begun) / 1000
  if (report.violations.length > 0) return { ...report, seconds, folder: system.folder }
  await system.remove()
  return { ...report, seconds }
}

async function inChaos(system: Processes, options: ChaosOptions): Promise<ChaosReport> {
  const { seed, say } = options
  const counting = createTally()
  const writeLog = createWriteLog()
  const cast = await castOf(system)
  const clients = cast.authors.map((author, n) =>
    createClient(author, { system, counting, writeLog, random: seededRandom(seed * 31 + n) }),
  )
  let over = false
  const load = clients.map((client, n) =>
    work(client, cast, seededRandom(seed + n), Number.POSITIVE_INFINITY, () => over),
  )
  await counting.more(workers * 4)
  const injected: InjectedFault[] = []
  const watch = watchAvailability(await probesOf(system, cast.watcher), () => injected.at(-1)?.name)
  const stuck = await injectAll(system, { ...options, counting, injected }).finally(() => {
    over = true
  })
  await Promise.all(load)
  say('waiting for calm')
  await settled(system)
  await watch.stop()
  say('checking')
  const found = await violations(system, clients, writeLog)
  return {
    ...reportOf(seed, counting, injected),
    gaps: watch.gaps,
    violations: [
      ...stuck,
      ...counting.tally.wrong,
      ...refusalsWithoutReason(counting.tally.refused, injected),
      ...found,
    ],
  }
}

type InjectionContext = ChaosOptions & { counting: TallyCounter; injected: InjectedFault[] }

/** Injects one fault after another; returns those after which writes did not recover. */
async function injectAll(system: Processes, options: InjectionContext): Promise<string[]> {
  const { seed, goesOn, pauseMs, writesBetween, say, counting, injected } = options
  const begun = performance.now()
  for (const fault of inTurn(faultsOf(system, pauseMs), seededRandom(seed))) {
    if (!goesOn(injected.length, performance.now() - begun)) return []
    say(`${counting.tally.acknowledged} writes, ${fault.name}`)
    await inject(fault, injected)
    const hasRecovered = await Promise.race([
      counting.more(writesBetween).then(() => true),
      delay(recoveryTimeoutMs, false, { ref: false }),
    ])
    if (!hasRecovered)
      return [`after "${fault.name}" fewer than ${writesBetween} writes succeeded in ${recoveryTimeoutMs / 1000} s`]
  }
  return []
}

async function inject(fault: Fault, injected: InjectedFault[]) {
  const one: InjectedFault = { name: fault.name, from: performance.now(), to: undefined }
  injected.push(one)
  await fault.inject()
  one.to = performance.now()
}

function reportOf(seed: number, { tally }: TallyCounter, injected: InjectedFault[]) {
  const faults = new Map<string, number>()
  for (const { name } of injected) faults.set(name, (faults.get(name) ?? 0) + 1)
  const { acknowledged, repeated } = tally
  const refused = tally.refused.length
  return {
    seed,
    seconds: 0,
    acknowledged,
    unknown: tally.failed - refused,
    refused,
    repeated,
    faults,
    folder: undefined,
  }
}

interface Cast {
  authors: Person[]
  people: Person[]
  passing: Person
  /** A person who writes nothing, so that their reads wait for nothing. */
  watcher: Person
}

async function castOf(system: Processes): Promise<Cast> {
  const person = async (name: string): Promise<Person> => {
    const email = `${name}@example.com`
    const token = await issueToken(system.identity, { email, displayName: name, lifetimeMs: 3600_000, scope: 'full' })
    const { id } = await sent(system, token, 'GET', '/user')
    return { id, token, email }
  }
  return {
    people: await Promise.all(['grace', 'kurt', 'emmy'].map(person)),
    passing: await person('maria'),
    watcher: await person('watcher'),
    authors: await Promise.all(Array.from({ length: workers }, (_, n) => person(`author${n}`))),
  }
}

async function probesOf(system: Processes, { token }: Person) {
  const organization = await sent(system, token, 'POST', '/orgs', { title: 'Watched' })
  const space = await sent(system, token, 'POST', `/orgs/${organization.id}/spaces`, { title: 'Watched' })
  const paths = {
    identity: '/user',
    content: `/spaces/${space.id}`,
    sites: `/orgs/${organization.id}/sites`,
    ai: `/orgs/${organization.id}/ask/questions`,
  }
  return Object.entries(paths).map(([service, path]) => ({ service, token, url: `${system.url}/v1${path}` }))
}

async function sent(system: Processes, token: string, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(`${system.url}/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { id: string }
}
