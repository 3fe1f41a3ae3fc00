import type { StreamState } from '@nats-io/jetstream'
import { Gauge } from 'prom-client'
import type { Metrics } from '../metrics.ts'

/** Measures the stream of events as `stateOf` returns it. Every process does, so any one of them that runs is enough. */
export function measureStream(
  { registry }: Pick<Metrics, 'registry'>,
  stateOf: () => StreamState | undefined,
  maxBytes: number,
): void {
  const gauge = (name: string, help: string, measureOf: (state: StreamState) => number) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      collect() {
        const state = stateOf()
        if (state) this.set(measureOf(state))
      },
    })
  gauge('quire_stream_bytes', 'Size of the event stream', (state) => state.bytes)
  gauge('quire_stream_max_bytes', 'Size at which the event stream drops its oldest events', () => maxBytes)
  gauge('quire_stream_messages', 'Events in the stream', (state) => state.messages)
  gauge('quire_stream_last_sequence', 'Position of the last event in the stream', (state) => state.last_seq)
}
