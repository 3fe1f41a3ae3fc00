// npm run chaos -- [--faults <number>] [--seconds <number>] [--seed <number>] [--only <kinds>] [--quick]
// Kills, restores, promotes and fills parts of a system under load, and checks afterwards that all data agree.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { seededRandom } from '../support/load-client.ts'
import { chaos } from './chaos.ts'
import { summary } from './chaos-summary.ts'
import { privateMounts } from './disks.ts'
import { type Fault, faultKinds, fewOfEach, inTurn } from './inject-faults.ts'

const { values } = parseArgs({
  options: {
    faults: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
    /** Kinds of faults, separated by commas. */
    only: { type: 'string' },
    /** Injects a few faults of each kind. */
    quick: { type: 'boolean', default: false },
  },
})
/** The time that a fault may take on average, with its share of the checks. */
const secondsPerFault = 30
/** The time for which the system may come to rest, be checked and be stopped. */
const endSeconds = 420
const faults = wholeNumber('faults', values.faults)
const seconds = wholeNumber('seconds', values.seconds) ?? (faults === undefined ? 60 : 60 + faults * secondsPerFault)
const seed = wholeNumber('seed', values.seed) ?? Date.now() % 1_000_000
const only = (values.only?.split(',') ?? faultKinds).map((kind) => {
  const known = faultKinds.find((one) => one === kind)
  return known ?? refuse(`--only takes ${faultKinds.join(', ')}`)
})
const few = { kill: 3, pause: 2 }

const mounts = process.env.CHAOS_MOUNTS === 'private' ? undefined : privateMounts()
// The channel to the parent would keep this process from ending.
if (mounts) again(mounts)
else await run().finally(() => process.connected && process.disconnect())

/** Runs this program where it may mount disks. */
function again([program = '', ...args]: string[]): void {
  const child = spawn(program, [...args, process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, CHAOS_MOUNTS: 'private' },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  process.on('disconnect', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
}

async function run(): Promise<void> {
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
  const choose = (possible: Fault[]) => {
    const chosen = possible.filter(({ kind }) => only.includes(kind))
    return values.quick ? fewOfEach(chosen, seededRandom(seed), few) : inTurn(chosen, seededRandom(seed))
  }
  const goesOn = (count: number) => !isStopped && elapsed() < seconds && count < (faults ?? Number.POSITIVE_INFINITY)
  const options = values.quick ? { pauseMs: 1000, writesBetween: 8 } : { pauseMs: 3000, writesBetween: 20 }
  const report = await chaos({ ...options, seed, choose, goesOn, hasDisks, say })
  clearTimeout(timer)
  process.stdout.write(`\n${summary(report)}\n`)
  const injected = [...report.faults.values()].reduce((sum, count) => sum + count, 0)
  const isComplete = isStopped || faults === undefined || injected >= faults
  if (!isComplete) say(`only ${injected} faults in ${seconds} s`)
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
