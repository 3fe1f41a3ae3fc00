import { type Kysely, sql as raw } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { KitTables } from '../db/tables.ts'
import { whileAlone } from '../jobs.ts'
import type { Logger } from '../log.ts'
import { startLoop } from '../loop.ts'
import type { Metrics } from '../metrics.ts'
import { markPublished, publishRows } from './publisher.ts'

/** One relay at a time among the replicas. */
const relayLock = 0x72_65_6c_61
const batchSize = 500
const everyMs = 1000
const keepPublished = '1 day'

/**
 * Publishes what a crash, an outage or a large write left in the outbox. It chooses by "not yet
 * published", never by a cursor: rows that commit late are still found.
 */
export function startRelay(bus: Bus, sql: () => Kysely<KitTables>, metrics: Metrics, log: Logger) {
  return startLoop({ name: 'relay', everyMs, log }, async () => {
    if (!bus.isConnected()) return
    await whileAlone(sql(), relayLock, async (one) => {
      while ((await relayBatch(bus, one, log)) === batchSize);
    })
    metrics.unpublished.set(await countUnpublished(sql()))
    await forgetPublished(sql())
  })
}

/**
 * Returns how many it published. No transaction is open while the broker takes its time. A writer or a dying relay may
 * publish the same row too: it has the same message id and counts once.
 */
async function relayBatch(bus: Bus, sql: Kysely<KitTables>, log: Logger): Promise<number> {
  const rows = await sql
    .selectFrom('outbox')
    .select(['id', 'envelope', 'revokes'])
    .where('published_at', 'is', null)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  if (rows.length === 0) return 0
  const { published, failure } = await publishRows(bus, rows)
  if (failure !== undefined) log.warn({ err: failure }, 'events could not be published and are tried again')
  if (published.length > 0) await markPublished(sql, published)
  return published.length
}

async function countUnpublished(sql: Kysely<KitTables>) {
  const row = await sql
    .selectFrom('outbox')
    .select(raw<string>`count(*)`.as('n'))
    .where('published_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** In small batches: a long delete would hold back vacuum and writers. */
async function forgetPublished(sql: Kysely<KitTables>) {
  await raw`
    delete from outbox where id in (
      select id from outbox where published_at < now() - ${raw.lit(keepPublished)}::interval limit 1000
    )`.execute(sql)
}
