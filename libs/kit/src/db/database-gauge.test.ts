import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { createLog } from '../log.ts'
import { databaseGauge } from './database-gauge.ts'

/** A registry with one gauge that counts as it is told, and its samples. */
function gaugeOf(count: () => Promise<number | Record<string, number>>) {
  const registry = new Registry()
  databaseGauge(
    { metrics: { registry }, log: createLog('test', 'silent') },
    { name: 'waiting', help: 'Waiting', count },
  )
  return async () => (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

const away = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
const broken = () => Promise.reject(new Error('a bug'))

test('a number and the numbers of states are what was counted last', async () => {
  const counts: Record<string, number>[] = [{ waiting: 2, parked: 1 }, { waiting: 0 }]
  const states = gaugeOf(async () => counts.shift() ?? {})
  expect(await states()).toEqual(['waiting{state="waiting"} 2', 'waiting{state="parked"} 1'])
  expect(await states()).toEqual(['waiting{state="waiting"} 0'])
  expect(await gaugeOf(async () => 7)()).toEqual(['waiting 7'])
})

test.each([
  { database: 'is away', count: away },
  { database: 'refuses the statement', count: broken },
])('a gauge whose database $database has no samples, not old ones, and the scrape succeeds', async ({ count }) => {
  let works = true
  const samples = gaugeOf(() => (works ? Promise.resolve(3) : count()))
  expect(await samples()).toEqual(['waiting 3'])
  works = false
  expect(await samples()).toEqual([])
  works = true
  expect(await samples()).toEqual(['waiting 3'])
})

test('a database that does not answer is asked once, and its late answer counts in the next scrape', async () => {
  const { promise, resolve } = Promise.withResolvers<number>()
  let asked = 0
  const samples = gaugeOf(() => {
    asked += 1
    return promise
  })
  expect([await Promise.all([samples(), samples()]), asked]).toEqual([[[], []], 1])
  const next = samples()
  resolve(5)
  expect([await next, asked]).toEqual([['waiting 5'], 1])
})
