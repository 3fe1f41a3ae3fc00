import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { modelMetrics } from './metrics.ts'
import { modelLimits } from './model-limits.ts'

const { signal } = new AbortController()
const usual = {
  ...{ AI_CONCURRENCY: 2, AI_CALLER_CONCURRENCY: 1, AI_QUEUE: 1, AI_QUEUE_TIMEOUT_MS: 60_000, AI_ASKS_PER_MINUTE: 0 },
}

function limitsOf(more: Partial<typeof usual> = {}) {
  const registry = new Registry()
  const limits = modelLimits({ ...usual, ...more }, modelMetrics({ registry }))
  return {
    ...limits,
    expectMetric: async (line: string) => expect(await registry.metrics()).toContain(`quire_model_${line}`),
  }
}

test('a caller has a share of the places, others are let in beside them, and beyond the queue it is 429 at once', async () => {
  const { enter, expectMetric } = limitsOf()
  const release = await enter(['ada'], signal)
  const waiting = enter(['ada'], signal)
  await expect(enter(['ada'], signal)).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '60' } })
  await enter(['rex'], signal)
  await expectMetric('questions{state="waiting"} 1')
  release()
  await waiting
  await expectMetric('questions{state="running"} 2')
  await expectMetric('refused_total{reason="queue"} 1')
})

test('who waits too long is refused, and who leaves while waiting holds no place', async () => {
  const { enter, expectMetric } = limitsOf({ AI_CONCURRENCY: 1, AI_QUEUE_TIMEOUT_MS: 10 })
  const release = await enter(['ada'], signal)
  await expect(enter(['rex'], signal)).rejects.toMatchObject({ status: 429 })
  const disconnected = new AbortController()
  const left = expect(enter(['rex'], disconnected.signal)).rejects.toMatchObject({ name: 'AbortError' })
  disconnected.abort()
  await left
  release()
  await enter(['rex'], signal)
  await expectMetric('questions{state="waiting"} 0')
})

test('a caller asks so often in a minute, whoever else asks', async () => {
  const { enter, expectMetric } = limitsOf({ AI_ASKS_PER_MINUTE: 1, AI_CALLER_CONCURRENCY: 2 })
  await enter(['ada'], signal)
  await expect(enter(['ada'], signal)).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '60' } })
  await enter(['rex'], signal)
  await expectMetric('refused_total{reason="caller"} 1')
})

test('a group asks as often as eight callers, and a caller who is refused uses up nothing of it', async () => {
  const { enter } = limitsOf({ AI_ASKS_PER_MINUTE: 1, AI_CONCURRENCY: 100 })
  const ask = async (site: string, caller: string) => (await enter([site, caller], signal))()
  await ask('site zoo', 'greedy')
  for (let again = 0; again < 20; again += 1)
    await expect(ask('site zoo', 'greedy')).rejects.toMatchObject({ status: 429 })
  for (let visitor = 1; visitor < 8; visitor += 1) await ask('site zoo', `visitor ${visitor}`)
  await expect(ask('site zoo', 'late')).rejects.toMatchObject({ status: 429, message: expect.stringContaining('site') })
  await ask('site shop', 'another')
})

test('half of the answers at a time are left to others than one site, and than one network', async () => {
  const { enter, expectMetric } = limitsOf({ AI_CONCURRENCY: 4 })
  const visitors = ['1', '2', '3'].map((at) => enter(['site zoo', `network ${at}`, `zoo ${at}`], signal))
  await Promise.all(visitors.slice(0, 2))
  await expectMetric('questions{state="waiting"} 1')
  await enter(['site shop', 'network 9', 'shop 9'], signal)
  await enter(['site garden', 'network 9', 'garden 9'], signal)
  const third = enter(['site park', 'network 9', 'park 9'], signal)
  await expectMetric('questions{state="running"} 4')
  for (const visitor of visitors.slice(0, 2)) (await visitor)()
  await visitors[2]
  await enter(['ada'], signal)
  await expectMetric('questions{state="waiting"} 1')
  third.catch(() => undefined)
})
