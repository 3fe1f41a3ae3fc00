import { setTimeout as delay } from 'node:timers/promises'
import { createClient, seededRandom } from '../support/load-client.ts'
import { prepare, work } from '../support/load-worker.ts'
import { type Loss, mayBeLost } from '../support/losses.ts'
import { type Processes, startProcesses } from '../support/processes.ts'
import { settled } from '../support/system-databases.ts'
import { createTally } from '../support/tally.ts'
import { createWriteLog } from '../support/write-log.ts'
import { type Gaps, watchAvailability } from './availability.ts'
import { castOf, probesOf } from './cast.ts'
import { disksInMemory, saveDisks } from './disks.ts'
import { type Fault, faultsOf } from './inject-faults.ts'
import type { Worker } from './rights.ts'
import { brokenOffBy, failuresWithoutReason, type ProcessEnd } from './unexplained-failures.ts'
import { type InjectedFault, refusalsWithoutReason } from './unexplained-refusals.ts'
import { replicaEnv, upgradesOf } from './upgrades.ts'
import { type Violation, violationsOf } from './violation.ts'
import { violations } from './violations.ts'

interface ChaosOptions {
  /** Decides what is written. */
  seed: number
  /** The folder of an earlier version: its processes are replaced, one after another, and nothing else fails. */
  version?: string | undefined
  /** Chooses the faults, in their order, from those that are possible here. */
  choose: (possible: Fault[]) => Iterable<Fault>
  /** True if another fault follows, by the number of faults so far. */
  goesOn: (faults: number) => boolean
  pauseMs: number
  /** Writes that must be acknowledged between two faults. */
  writesBetween: number
  /** True where mounts are private, so that disks may be made full. */
  hasDisks: boolean
  say: (progress: string) => void
}

export interface ChaosReport {
  seed: number
  seconds: number
  acknowledged: number
  unknown: number
  refused: number
  repeated: number
  /** The number of promises and rights that were checked by reading. */
  reads: number
  /** The number of injections of each fault. */
  faults: Map<string, number>
  gaps: Gaps
  violations: Violation[]
  /** The folder of logs and data, if there are violations. */
  folder: string | undefined
}

/** The timeout for writes to succeed again after any fault. */
const recoveryTimeoutMs = 60_000
/** After so many faults the system comes to rest and is checked. */
const faultsBetweenChecks = 25

/** Starts a separate system, writes while one part after another fails, and reports the violations. */
export async function chaos(options: ChaosOptions): Promise<ChaosReport> {
  const begun = performance.now()
  const { version, hasDisks } = options
  const system = await startProcesses({
    version,
    disks: hasDisks ? disksInMemory : undefined,
    settings: version === undefined ? {} : replicaEnv,
  })
  const report = await inChaos(system, options).finally(system.stop)
  const seconds = (performance.now() - begun) / 1000
  if (report.violations.length > 0) {
    if (options.hasDisks) await saveDisks(system.dataFolder)
    return { ...report, seconds, folder: system.folder }
  }
  await system.remove()
  return { ...report, seconds, folder: undefined }
}

async function inChaos(system: Processes, options: ChaosOptions): Promise<Omit<ChaosReport, 'seconds' | 'folder'>> {
  const { seed, say, writesBetween, goesOn } = options
  const counting = createTally()
  const writeLog = createWriteLog()
  const cast = await castOf(system)
  const workers: Worker[] = await Promise.all(
    cast.authors.map(async (author, n) => {
      const client = createClient(author, { system, counting, writeLog, random: seededRandom(seed * 31 + n) })
      return { client, holdings: await prepare(client, cast) }
    }),
  )
  const clients = workers.map(({ client }) => client)
  const randoms = workers.map((_, n) => seededRandom(seed + n))
  const injected: InjectedFault[] = []
  const losses: Loss[] = []
  const ends: ProcessEnd[] = []
  const writes = () => Promise.race([counting.more(writesBetween), delay(recoveryTimeoutMs, undefined, { ref: false })])
  const possible = options.version
    ? upgradesOf({ system, writes, ends })
    : faultsOf({ system, writes, losses }, options)
  const faults = options.choose(possible)[Symbol.iterator]()
  const watch = watchAvailability(await probesOf(system, cast.watcher), () => injected.at(-1)?.name)
  const found: Violation[] = []
  let reads = 0
  let isExhausted = false

  async function round() {
    let over = false
    const load = workers.map(({ client, holdings }, n) =>
      work(client, cast, holdings, randoms[n] ?? Math.random, () => over),
    )
    await counting.more(workers.length)
    const stuck = await injectRound().finally(() => {
      over = true
    })
    await Promise.all(load)
    say('waiting for calm')
    const { people, passing } = cast
    const check = () => violations(system, { workers, people, passing, writeLog, losses })
    const checked = await settled(system)
      .then(check)
      .catch((error) => ({ reads: 0, found: violationsOf('health', [messageOf(error)]) }))
    reads += checked.reads
    found.push(...violationsOf('health', stuck), ...checked.found, ...atOnce())
  }

  /** Injects one fault after another; returns those after which writes did not recover. */
  async function injectRound(): Promise<string[]> {
    for (let count = 0; count < faultsBetweenChecks && goesOn(injected.length); count += 1) {
      const fault = faults.next().value
      if (!fault) {
        isExhausted = true
        return []
      }
      say(`${injected.length + 1}: ${counting.tally.acknowledged} writes, ${fault.name}`)
      const failure = await inject(fault, injected).then(() => undefined, messageOf)
      if (failure !== undefined) return [`"${fault.name}" broke off: ${failure}`]
      const hasRecovered = await Promise.race([
        counting.more(writesBetween).then(() => true),
        delay(recoveryTimeoutMs, false, { ref: false }),
      ])
      if (!hasRecovered)
        return [`after "${fault.name}" fewer than ${writesBetween} writes succeeded in ${recoveryTimeoutMs / 1000} s`]
    }
    return []
  }

  /** Violations that clients noticed at once. */
  function atOnce(): Violation[] {
    const { wrong, refused } = counting.tally
    return [
      ...wrong.filter(({ by, of }) => !mayBeLost(by, losses) && !(of && mayBeLost(of, losses))),
      ...violationsOf('refusals', refusalsWithoutReason(refused, { injected, losses, clients })),
      ...violationsOf('failures', failuresOfUpgrade()),
    ]
  }

  /** Failures while replicas were replaced in order, so that each request should have found one that answers. */
  function failuresOfUpgrade(): string[] {
    if (options.version === undefined) return []
    const failures = [...counting.tally.failures, ...watch.failures]
    const unexplained = failuresWithoutReason(failures, { brokenOff: brokenOffBy(options.version), ends })
    const count = failures.length - unexplained.length
    if (count > 0) say(`${count} requests were broken off by the gateway of the earlier version, as a process ended`)
    return unexplained
  }

  do await round()
  while (found.length === 0 && !isExhausted && goesOn(injected.length))
  await watch.stop()
  const { acknowledged, repeated, failed, refused } = counting.tally
  return {
    seed,
    acknowledged,
    unknown: failed - refused.length,
    refused: refused.length,
    repeated,
    reads,
    faults: countByName(injected),
    gaps: watch.gaps,
    violations: found,
  }
}

async function inject(fault: Fault, injected: InjectedFault[]) {
  const one: InjectedFault = { name: fault.name, kind: fault.kind, from: performance.now(), to: undefined }
  injected.push(one)
  await fault.inject()
  one.to = performance.now()
}

function countByName(injected: InjectedFault[]): Map<string, number> {
  const faults = new Map<string, number>()
  for (const { name } of injected) faults.set(name, (faults.get(name) ?? 0) + 1)
  return faults
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
