import type { ExportResult } from '@opentelemetry/core'
import { ExportResultCode } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { type MetricReader, PeriodicExportingMetricReader, type PushMetricExporter } from '@opentelemetry/sdk-metrics'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import type { Logger } from '../log.ts'
import { registryProducer } from './registry-producer.ts'

/** A collector that takes OTLP over HTTP. */
export interface Collector {
  /** Its address, below which each kind of data has its own path. */
  endpoint: string
  /** Headers of each export, such as a token. */
  headers: Record<string, string>
}

/** The longest wait for a collector, tries included. Nothing but the next export waits meanwhile. */
const timeoutMs = 5000
const metricsEveryMs = 60_000

const to = ({ endpoint, headers }: Collector, path: string) => ({
  url: `${endpoint.replace(/\/+$/, '')}/${path}`,
  headers,
  timeoutMillis: timeoutMs,
  concurrencyLimit: 4,
})

/** Exports spans. What cannot be exported is dropped: an outage of the collector is one warning. */
export function spanExporter(collector: Collector, log: Logger): SpanExporter {
  const exporter = new OTLPTraceExporter(to(collector, 'v1/traces'))
  const noting = outageNotes(log, 'traces')
  return {
    export: (spans, done) => exporter.export(spans, noting(done)),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

/** Exports the metrics of a registry once a minute, and when it is shut down. */
export function metricReader(collector: Collector, registry: Registry, log: Logger): MetricReader {
  const exporter = new OTLPMetricExporter(to(collector, 'v1/metrics'))
  const noting = outageNotes(log, 'metrics')
  const quiet: PushMetricExporter = {
    export: (metrics, done) => exporter.export(metrics, noting(done)),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
  return new PeriodicExportingMetricReader({
    exporter: quiet,
    exportIntervalMillis: metricsEveryMs,
    exportTimeoutMillis: timeoutMs,
    metricProducers: [registryProducer(registry)],
  })
}

/** Logs the first of several failures in a row, and the end of them. The SDK, which would log each, sees a success. */
function outageNotes(log: Logger, what: string) {
  let isAway = false
  return (done: (result: ExportResult) => void) =>
    ({ code, error }: ExportResult) => {
      const failed = code !== ExportResultCode.SUCCESS
      if (failed && !isAway) log.warn({ reason: error?.message }, `the collector takes no ${what}; they are dropped`)
      if (!failed && isAway) log.info(`the collector takes ${what} again`)
      isAway = failed
      done({ code: ExportResultCode.SUCCESS })
    }
}
