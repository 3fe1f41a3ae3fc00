import type { BaseConfig } from '../config.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Tracing } from './tracing.ts'

/** Starts to record if a collector is configured. Without one, the SDK is not loaded. */
export async function openTracing(
  config: BaseConfig,
  service: string,
  { log, metrics }: { log: Logger; metrics: Pick<Metrics, 'registry'> },
): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config
  if (endpoint === undefined) return undefined
  const { startRecording } = await import('./recording.ts')
  return startRecording({
    service,
    endpoint,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    ...(config.OTEL_METRICS_EXPORTER === 'otlp' && { registry: metrics.registry }),
    log,
  })
}
