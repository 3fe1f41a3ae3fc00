// npm run fuzz -- [--texts <number>] [--size <characters>] [--seed <number>] [--seconds <number>] [--shrink]
// Looks for texts that take too long to parse.
import { parseArgs } from 'node:util'
import { isFailed, measure, measureFairly } from './measure.ts'
import { lineOf, report, type TextMeasurement } from './report.ts'
import { shrink } from './shrink.ts'
import { hostileText } from './texts.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { texts: text, size: text, seed: text, seconds: text, shrink: { type: 'boolean' } },
})
const texts = number('texts', values.texts ?? '1000')
const size = number('size', values.size ?? '100000')
const seed = number('seed', values.seed ?? String(Date.now() % 1_000_000))
const seconds = number('seconds', values.seconds ?? '1')

const say = (line: string) => process.stderr.write(`${line}\n`)
const reads: TextMeasurement[] = []
const begun = performance.now()
let said = begun

// The first text would pay for compiling all functions.
for (let warm = 0; warm < 20; warm += 1) measure(hostileText(warm, 5_000).text)
say(`seeds ${seed} to ${seed + texts - 1}, ${size} characters each`)
for (let at = seed; at < seed + texts; at += 1) read(at)
const failed = reads.filter((one) => isFailed(one, seconds))
process.stdout.write(`${report(reads, failed, seconds)}\n`)
if (values.shrink) for (const one of failed) showShortest(one)
else if (failed[0]) say(`Read one alone: npm run fuzz -- --texts 1 --size ${size} --seed ${failed[0].seed} --shrink`)
process.exitCode = failed.length === 0 ? 0 : 1
// The channel to the parent would keep this process from ending.
if (process.connected) process.disconnect()

function read(at: number): void {
  const { shape, text } = hostileText(at, size)
  const one = { seed: at, shape, ...measureFairly(text, seconds) }
  reads.push(one)
  if (isFailed(one, seconds)) say(lineOf(one))
  if (performance.now() - said < 10_000) return
  said = performance.now()
  const worst = Math.max(...reads.map((read) => read.seconds))
  say(`${((said - begun) / 1000).toFixed(0).padStart(5)} s  ${reads.length} texts, the slowest ${worst.toFixed(2)} s`)
}

/** Shows the shortest part of a text that still fails. */
function showShortest({ seed: at }: TextMeasurement): void {
  const shortest = shrink(hostileText(at, size).text, (shorter) => isFailed(measure(shorter), seconds))
  process.stdout.write(`seed ${at}, ${shortest.length} characters are enough:\n${JSON.stringify(shortest)}\n`)
}

function number(name: string, given: string): number {
  if (/^\d{1,9}(?:\.\d+)?$/.test(given)) return Number(given)
  process.stderr.write(`fuzz: --${name} must be a number\n`)
  return process.exit(2)
}
