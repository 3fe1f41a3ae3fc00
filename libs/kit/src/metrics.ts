import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from './refusals.ts'

/** Creates one registry for each service, so that several can run in one process. */
export function createMetrics(service: string) {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  // Sampling the event loop every 10 ms, as is the default, would cost more than all other work of an idle service. Loops
  // wake their process once a second anyway.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 1000 })
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'quire_request_seconds',
      help: 'Time to answer, by operation and status',
      labelNames: ['operation', 'status'],
      // The last bucket is the time after which the gateway gives up (PROXY_TIMEOUT_MS).
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
    refusals: new Counter({
      name: 'quire_refusals_total',
      help: 'Requests refused because of a bound, by bound',
      labelNames: ['bound'],
      registers,
    }),
    eventBytes: new Histogram({
      name: 'quire_event_bytes',
      help: 'Sizes of published events',
      // Larger events than the last bucket are refused.
      buckets: [256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536],
      registers,
    }),
    eventsApplied: new Counter({
      name: 'quire_events_applied_total',
      help: 'Events applied by the projector',
      registers,
    }),
    deadLetters: new Counter({ name: 'quire_dead_letters_total', help: 'Events parked as poison', registers }),
    accessEventsUnread: new Counter({
      name: 'quire_access_events_unread_total',
      help: 'Events about access that could not be applied',
      registers,
    }),
    uncaughtErrors: new Counter({
      name: 'quire_uncaught_errors_total',
      help: 'Uncaught errors and unhandled rejections',
      registers,
    }),
    position: new Gauge({ name: 'quire_projector_position', help: 'Stream sequence applied', registers }),
    lag: new Gauge({ name: 'quire_projector_lag', help: 'Stream messages not applied yet', registers }),
    unpublished: new Gauge({ name: 'quire_outbox_unpublished', help: 'Outbox rows not published yet', registers }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>

/** Counts an error that is the refusal of a bound; any other one is not counted. */
export function countRefusal({ refusals }: Pick<Metrics, 'refusals'>, error: unknown): void {
  if (error instanceof Refusal && error.bound !== undefined) refusals.inc({ bound: error.bound })
}
