import { parseArgs } from 'node:util'
import { seededRandom } from '../support/load-client.ts'
import { chaos } from './chaos.ts'
import { summary } from './chaos-summary.ts'
import { earlierVersion } from './earlier-version.ts'
import { countOf, inSeries } from './in-series.ts'
import { type Fault, faultKinds, fewOfEach, inTurn } from './inject-faults.ts'

const { values } = parseArgs({
  options: {
    faults: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
    /** Kinds or names of faults, separated by commas: `fill,restore content`. */
    only: { type: 'string' },
    /** A commit: replaces its processes by those of this version, in place of faults. */
    from: { type: 'string' },
    /** Injects a few faults of each kind. */
    quick: { type: 'boolean', default: false },
  },
})
/** The time that a fault may take on average, with its share of the checks. */
const secondsPerFault = 30
/** The time for which the system may come to rest, be checked and be stopped. */
const endSeconds = 420
const faults = wholeNumber('faults', values.faults)
/** The time for replacing all processes. */
const upgradeSeconds = 900
const usualSeconds = values.from !== undefined ? upgradeSeconds : 60 + (faults ?? 0) * secondsPerFault
const seconds = wholeNumber('seconds', values.seconds) ?? usualSeconds
const seed = wholeNumber('seed', values.seed) ?? Date.now() % 1_000_000
const only = values.only?.split(',') ?? [...faultKinds]
if (!only.every((name) => faultKinds.some((kind) => name.split(' ')[0] === kind)))
  refuse(`--only takes faults that begin with ${faultKinds.join(', ')}`)
const few = { kill: 3, pause: 2 }

/** Runs the program that `main.ts` describes; sets the exit code. */
export async function run(): Promise<void> {
  const version = values.from === undefined ? undefined : earlierVersion(values.from)
  const begun = performance.now()
  const elapsed = () => (performance.now() - begun) / 1000
  const say = (progress: string) => process.stderr.write(`${elapsed().toFixed(0).padStart(4)} s  ${progress}\n`)
  const hasDisks = process.env.CHAOS_MOUNTS === 'private'
  say(`seed ${seed}${hasDisks ? '' : ', no disk is filled, because this machine allows no mounts'}`)
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
  const timer = setTimeout(
    () => {
      say(`the system did not come to rest within ${seconds + endSeconds} s`)
      // The children end with this process.
      process.exit(1)
    },
    (seconds + endSeconds) * 1000,
  ).unref()
  const chooseBy = (order: number) => (possible: Fault[]) => {
    if (version !== undefined) return possible
    const chosen = possible.filter(({ name }) => only.some((one) => `${name} `.startsWith(`${one} `)))
    return values.quick ? fewOfEach(chosen, seededRandom(order), few) : inTurn(chosen, seededRandom(order))
  }
  const goesOn = (count: number) => !isStopped && elapsed() < seconds && count < (faults ?? Number.POSITIVE_INFINITY)
  const options = values.quick ? { pauseMs: 1000, writesBetween: 8 } : { pauseMs: 3000, writesBetween: 20 }
  const inSystem = (n: number, inIt: (count: number) => boolean) => {
    const own = seed + n
    if (n > 0) say(`a new system, seed ${own}`)
    return chaos({ ...options, seed: own, choose: chooseBy(own), goesOn: inIt, hasDisks, say, version })
  }
  const isShort = values.quick || version !== undefined
  const report = isShort ? await inSystem(0, goesOn) : await inSeries({ inSystem, goesOn })
  clearTimeout(timer)
  process.stdout.write(`\n${summary(report)}\n`)
  const injected = countOf(report)
  const isComplete = isStopped || faults === undefined || injected >= faults
  if (!isComplete) say(`ended after ${injected} of ${faults} faults`)
  process.exitCode = report.violations.length === 0 && isComplete ? 0 : 1
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  return refuse(`--${name} must be a whole number`)
}

function refuse(why: string): never {
  process.stderr.write(`chaos: ${why}\n`)
  return process.exit(2)
}
