import { anyOf, databaseGauge, type Logger, type Loop, type Metrics, startLoop, whileAlone } from '@quire/kit'
import type { Kysely } from 'kysely'
import { Counter } from 'prom-client'
import type { Tables } from '../database.ts'
import { type EventRow, presentDetails } from './audit.routes.ts'
import { deleteExpiredEvents } from './retention.ts'
import type { AuditSink } from './sinks.ts'

/** One streaming process at a time among the replicas. */
const streamLock = 0x61_75_64_69
const everyMs = 1000
const batchSize = 200
const deleteEveryMs = 3600_000

interface StreamingParts {
  sql: () => Kysely<Tables>
  sink: AuditSink
  publicUrl: string
  log: Logger
}

/**
 * Streams audit events as lines, each at least once: the rows are the queue, and a row is marked after the sink has its
 * line. A process that is killed in between leaves the batch to the next one, which sends it again.
 */
export function startStreaming({ sql, sink, publicUrl, log }: StreamingParts): Loop {
  return startLoop({ name: 'stream of audit events', everyMs, log }, async (signal) => {
    await whileAlone(sql(), streamLock, async (one) => {
      while (!signal.aborted && (await streamBatch(one, { sink, publicUrl, signal })) === batchSize);
    })
  })
}

/** Streams the oldest waiting events; returns their number. */
async function streamBatch(
  sql: Kysely<Tables>,
  { sink, publicUrl, signal }: Pick<StreamingParts, 'sink' | 'publicUrl'> & { signal: AbortSignal },
): Promise<number> {
  const rows = await sql
    .selectFrom('audit_event')
    .selectAll()
    .where('streamed', '=', false)
    .orderBy('number')
    .limit(batchSize)
    .execute()
  if (rows.length === 0) return 0
  const lines = rows.map((row) => lineOf(row, publicUrl))
  await sink(lines, signal)
  const ids = rows.map(({ id }) => id)
  await sql.updateTable('audit_event').set({ streamed: true }).where('id', '=', anyOf(ids)).execute()
  return rows.length
}

/** Writes an event without its address, which an event outside of organizations does not have. */
function lineOf(row: EventRow, publicUrl: string): string {
  const { urls: _, ...details } = presentDetails(row, publicUrl)
  return JSON.stringify({ ...details, organization: row.organization_id })
}

interface KeepingParts extends Pick<StreamingParts, 'sql' | 'log'> {
  isStreamed: boolean
  metrics: Metrics
  now: () => Date
  retentionDays: number
}

/** Deletes expired events, and counts those that wait to be streamed or expired before they were. */
export function startKeeping({ sql, isStreamed, metrics, now, retentionDays, log }: KeepingParts): Loop {
  const unstreamed = new Counter({
    name: 'quire_audit_events_unstreamed_total',
    help: 'Audit events that expired before they were streamed',
    registers: [metrics.registry],
  })
  if (isStreamed) {
    const help = 'Audit events that are not streamed yet'
    databaseGauge({ metrics, log }, { name: 'quire_audit_events_waiting', help, count: () => countWaiting(sql()) })
  }
  return startLoop({ name: 'retention of audit events', everyMs: deleteEveryMs, log }, async () => {
    const waiting = await deleteExpiredEvents(sql(), { now: now(), retentionDays })
    if (isStreamed) unstreamed.inc(waiting)
  })
}

async function countWaiting(sql: Kysely<Tables>): Promise<number> {
  const { waiting } = await sql
    .selectFrom('audit_event')
    .select((row) => row.fn.countAll<string>().as('waiting'))
    .where('streamed', '=', false)
    .executeTakeFirstOrThrow()
  return Number(waiting)
}
