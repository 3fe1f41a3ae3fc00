// npm run chaos -- [--seconds <number>] [--seed <number>]
// Kills services, connections and the bus under load, and checks afterwards that all data agree.
import { parseArgs } from 'node:util'
import { chaos } from './chaos.ts'
import { summary } from './chaos-summary.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } })
const seconds = wholeNumber('seconds', values.seconds ?? '60')
const seed = wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000))

const begun = performance.now()
const say = (progress: string) =>
  process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${progress}\n`)

say(`seed ${seed}`)
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopped = true
  })
const goesOn = (_: number, elapsedMs: number) => !isStopped && elapsedMs < seconds * 1000
const report = await chaos({ seed, goesOn, pauseMs: 3000, writesBetween: 20, say })
process.stdout.write(`\n${summary(report)}\n`)
process.exitCode = report.violations.length === 0 ? 0 : 1
// The channel to the parent would keep this process from ending.
if (process.connected) process.disconnect()

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  process.stderr.write(`chaos: --${name} must be a whole number\n`)
  return process.exit(2)
}
