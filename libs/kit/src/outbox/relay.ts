import { type Kysely, sql as raw } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { KitTables } from '../db/tables.ts'
import { whileAlone } from '../db/while-alone.ts'
import type { Logger } from '../log.ts'
import { startLoop } from '../loop.ts'
import type { Metrics } from '../metrics.ts'
import { markPublished, publishRows, type Relay } from './publisher.ts'

/** One relay at a time among the replicas. */
const relayLock = 0x72_65_6c_61
const batchSize = 500
/** The intervals between looks: short while rows are left or expected, long for rows that another process left. */
const soonMs = 1000
const everyMs = 5000
const deletedAtOnce = 1000
const retainPublished = '1 day'
/** Younger rows are in progress: their writer publishes them, and marks them a moment later. */
const leftAfter = '1 second'

/**
 * Publishes rows that a crash or an outage left in the outbox. The relay selects unpublished rows and uses no cursor, so
 * that it also finds rows that commit late.
 */
export function startRelay(bus: Bus, sql: () => Kysely<KitTables>, metrics: Metrics, log: Logger): Relay {
  // At the first look, rows of a process that has just died are still too young.
  let expectedUntil = performance.now() + everyMs
  let left = 0
  const isExpecting = () => left > 0 || performance.now() < expectedUntil

  const loop = startLoop({ name: 'relay', everyMs: () => (isExpecting() ? soonMs : everyMs), log }, async () => {
    await look()
    if (left === 0 || !bus.isAnswering()) return
    await whileAlone(sql(), relayLock, async (one) => {
      while ((await relayBatch(bus, one, { log, metrics })) === batchSize);
    })
    await look()
  })

  async function look() {
    left = await countLeft(sql())
    metrics.unpublished.set(left)
  }

  return {
    lookSoon() {
      const isKnown = isExpecting()
      expectedUntil = performance.now() + everyMs
      if (!isKnown) loop.wake()
    },
    stop: loop.stop,
  }
}

/**
 * Returns the number of published rows. No transaction is open during the wait for the broker. A writer or a dying relay
 * may publish the same row too: its message id is the same, so it counts once.
 */
async function relayBatch(
  bus: Bus,
  sql: Kysely<KitTables>,
  { log, metrics }: { log: Logger; metrics: Metrics },
): Promise<number> {
  const rows = await sql
    .selectFrom('outbox')
    .select(['id', 'envelope', 'revokes'])
    .where(isLeft)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  if (rows.length === 0) return 0
  const { published, failure } = await publishRows(bus, rows, metrics)
  if (failure !== undefined) bus.doubt()
  if (failure !== undefined) log.warn({ err: failure }, 'events could not be published and are tried again')
  if (published.length > 0) await markPublished(sql, bus.streamId(), published)
  return published.length
}

const isLeft = raw<boolean>`published_at is null and created_at < now() - ${raw.lit(leftAfter)}::interval`

async function countLeft(sql: Kysely<KitTables>) {
  const row = await sql
    .selectFrom('outbox')
    .select(raw<string>`count(*)`.as('n'))
    .where(isLeft)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/**
 * Deletes in small batches: a long delete would hold back vacuum and writers. The newest row stays, as the mark up to
 * which this database knows what it has published.
 */
export async function deletePublished(sql: Kysely<KitTables>): Promise<void> {
  let deleted: bigint | undefined
  do {
    const { numAffectedRows } = await raw`
      delete from outbox where id in (
        select id from outbox
        where published_at < now() - ${raw.lit(retainPublished)}::interval and id <> (select max(id) from outbox)
        limit ${raw.lit(deletedAtOnce)}
      )`.execute(sql)
    deleted = numAffectedRows
  } while (deleted === BigInt(deletedAtOnce))
}
