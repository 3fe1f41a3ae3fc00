import { expect, test } from '@jest/globals'
import type { Measurement, Workload } from '../load/rounds.ts'
import { comparisonTable } from './compare-runs.ts'

const target = (): Workload => ({ name: 'work', load: () => Promise.reject(new Error('not loaded')) })
const measuredAt = (one: Workload, p50Ms: number[], failed = 0): Measurement => ({
  workload: one,
  connections: 1,
  rounds: p50Ms.map((ms) => ({ answered: 3, failed, seconds: 1, latenciesMs: [ms, ms, 99], cpuMs: 1, othersShare: 0 })),
})
const lineOf = (text: string, name: string) =>
  text
    .split('\n')
    .find((line) => line.includes(name))
    ?.split('|')
    .map((cell) => cell.trim())
    .filter(Boolean)

test('the largest is divided by the smallest, by medians of rounds, beside what it may be', () => {
  const [few, some, many] = [target(), target(), target()]
  const group = {
    title: 'trees',
    columns: ['few', 'some', 'many'],
    comparisons: [
      { name: 'a page', workloads: [few, some, many], max: 1.5 },
      { name: 'the tree', workloads: [few, some, many] },
    ],
    note: 'A note.',
  }
  const text = comparisonTable(group, [measuredAt(few, [2, 2, 50]), measuredAt(some, [3]), measuredAt(many, [1, 4, 4])])
  expect(lineOf(text, 'a page')).toEqual(['a page', '2', '3', '4', '2', '≤ 1.5'])
  expect(lineOf(text, 'the tree')?.at(-1)).toBe('-')
  expect(text).toContain('A note.')
})

test('a ratio in whose making requests failed says so', () => {
  const [few, many] = [target(), target()]
  const group = { title: 't', columns: ['1', '2'], comparisons: [{ name: 'work', workloads: [few, many] }], note: '' }
  const text = comparisonTable(group, [measuredAt(few, [1]), measuredAt(many, [1], 1)])
  expect(lineOf(text, 'work')?.at(-1)).toBe('1!')
})
