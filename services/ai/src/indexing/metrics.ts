import { databaseGauge, type Logger, type Metrics } from '@quire/kit'
import { isParked } from '@quire/search'
import { Counter } from 'prom-client'
import type { Sql } from '../database.ts'

interface MeasuredParts {
  metrics: Pick<Metrics, 'registry'>
  sql: () => Sql
  log: Logger
}

/** Metrics of the queue of spaces (docs/operations.md#metrics). */
export function indexMetrics({ metrics, sql, log }: MeasuredParts) {
  const failures = new Counter({
    name: 'quire_index_failures_total',
    help: 'Attempts to index a part of a space that failed',
    registers: [metrics.registry],
  })
  databaseGauge(
    { metrics, log },
    {
      name: 'quire_index_spaces',
      help: 'Spaces by the state of their index: indexed, waiting, parked (given up until they change or are replayed)',
      count: () => countSpaces(sql()),
    },
  )
  return { failed: () => failures.inc() }
}

/** Counts the spaces whose latest known revision is indexed, those that wait to be read, and those that are parked. */
export async function countSpaces(sql: Sql): Promise<{ indexed: number; waiting: number; parked: number }> {
  const rows = await sql
    .selectFrom('search_space')
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere('pending', '=', false).as('indexed'),
      fn.countAll<string>().filterWhere('pending', '=', true).filterWhere(isParked, '=', false).as('waiting'),
      fn.countAll<string>().filterWhere('pending', '=', true).filterWhere(isParked, '=', true).as('parked'),
    ])
    .executeTakeFirst()
  return {
    indexed: Number(rows?.indexed ?? 0),
    waiting: Number(rows?.waiting ?? 0),
    parked: Number(rows?.parked ?? 0),
  }
}
