import type { Metrics } from '@quire/kit'
import { Counter } from 'prom-client'

/** Counts processed specifications by outcome. */
export function processedMetric({ registry }: Pick<Metrics, 'registry'>) {
  const processed = new Counter({
    name: 'quire_openapi_processed_total',
    help: 'OpenAPI specifications processed, by outcome: read, unchanged, FETCH_TIMEOUT, FETCH_ERROR, PARSE_ERROR',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome: string) => processed.inc({ outcome })
}
