import { expect, test } from '@jest/globals'
import { BaseConfig, createLog, createMetrics, loadConfig, openTracing } from '@quire/kit'
import { startCollector } from './support/collector.ts'

/** Variables without a default, which an export does not use. */
const needed = { NATS_URL: 'nats://unused', SECRETS_DIR: '/unused', PUBLIC_URL: 'http://quire.test' }

/** Records one span and one metric with a collector that answers with `status`, and returns the warnings. */
async function recordWith(status: number | undefined): Promise<{ bodies: string[]; warnings: unknown[] }> {
  const away = await startCollector(status)
  const warnings: unknown[] = []
  const log = Object.assign(createLog('test', 'silent'), { warn: (...line: unknown[]) => void warnings.push(line) })
  const metrics = createMetrics('test')
  metrics.refusals.inc({ bound: 'rate' }, 7)
  metrics.eventBytes.observe(300)
  metrics.eventBytes.observe(100_000)
  const config = loadConfig(BaseConfig, { ...needed, OTEL_EXPORTER_OTLP_ENDPOINT: away.url })
  const tracing = await openTracing(config, 'test', { log, metrics })
  tracing?.begin({ method: 'GET', headers: {} } as never, false)?.end()
  await tracing?.close()
  away.close()
  return { bodies: away.bodies, warnings }
}

test('the metrics of the registry are exported, histograms by their own buckets', async () => {
  const { bodies, warnings } = await recordWith(200)
  expect(warnings).toEqual([])
  const exported = bodies.flatMap((body) => JSON.parse(body).resourceMetrics ?? [])
  const metrics = exported.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap((scope: { metrics: unknown[] }) => scope.metrics),
  )
  const named = (name: string) => metrics.find((metric) => metric.name === name)
  expect(named('quire_refusals_total').sum).toMatchObject({ isMonotonic: true, dataPoints: [{ asDouble: 7 }] })
  expect(named('quire_event_bytes').histogram.dataPoints).toEqual([
    expect.objectContaining({ count: 2, sum: 100_300, bucketCounts: [0, 1, 0, 0, 0, 0, 0, 0, 0, 1] }),
  ])
})

test('a collector that refuses or never answers costs a line of the log, and keeps no process from ending', async () => {
  const refused = await recordWith(400)
  expect(refused.warnings).toHaveLength(2)
  expect(refused.bodies.length).toBeGreaterThan(0)
  expect((await recordWith(undefined)).bodies.length).toBeGreaterThan(0)
})
