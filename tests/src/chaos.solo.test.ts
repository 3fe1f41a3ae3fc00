import { expect, test } from '@jest/globals'
import { chaos } from './chaos/chaos.ts'
import { summary } from './chaos/chaos-summary.ts'

const seed = Number(process.env.CHAOS_SEED ?? 11)
/** Every fault once; some come two at a time. */
const faults = 15

test('kills, lost connections, restarts and pauses under load lose nothing acknowledged, do nothing twice or by half, and leave all in agreement', async () => {
  const goesOn = (count: number) => count < faults
  const report = await chaos({ seed, goesOn, pauseMs: 1000, writesBetween: 8, say: () => {} })
  process.stdout.write(`${summary(report)}\n`)
  expect(report.violations).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(faults * 8)
}, 300_000)
