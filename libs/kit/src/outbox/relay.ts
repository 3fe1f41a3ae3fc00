import { type Kysely, sql as raw } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { KitTables } from '../db/tables.ts'
import { whileAlone } from '../jobs.ts'
import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import type { Metrics } from '../metrics.ts'
import { markPublished, publishRows } from './publisher.ts'

/** One relay at a time among the replicas. */
const relayLock = 0x72_65_6c_61
const batchSize = 500
/** How often it looks while something is left, or may soon be; and otherwise for what another process left. */
const soonMs = 1000
const everyMs = 5000
const forgetAtOnce = 1000
const keepPublished = '1 day'
/** Younger rows are on their way: who wrote them publishes them, and marks them a moment later. */
const leftAfter = '1 second'

export interface Relay extends Pick<Loop, 'stop'> {
  /** Tells it that this process could not publish something. */
  lookSoon(): void
}

/**
 * Publishes what a crash or an outage left in the outbox. It chooses by "not yet published", never by a cursor: rows
 * that commit late are still found.
 */
export function startRelay(bus: Bus, sql: () => Kysely<KitTables>, metrics: Metrics, log: Logger): Relay {
  // What a process left that has just died is still too young at the first look.
  let expectedUntil = performance.now() + everyMs
  let left = 0
  const isExpecting = () => left > 0 || performance.now() < expectedUntil

  const loop = startLoop({ name: 'relay', everyMs: () => (isExpecting() ? soonMs : everyMs), log }, async () => {
    await look()
    if (left === 0 || !bus.isConnected()) return
    await whileAlone(sql(), relayLock, async (one) => {
      while ((await relayBatch(bus, one, log)) === batchSize);
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
 * Returns how many it published. No transaction is open while the broker takes its time. A writer or a dying relay may
 * publish the same row too: it has the same message id and counts once.
 */
async function relayBatch(bus: Bus, sql: Kysely<KitTables>, log: Logger): Promise<number> {
  const rows = await sql
    .selectFrom('outbox')
    .select(['id', 'envelope', 'revokes'])
    .where(isLeft)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  if (rows.length === 0) return 0
  const { published, failure } = await publishRows(bus, rows)
  if (failure !== undefined) log.warn({ err: failure }, 'events could not be published and are tried again')
  if (published.length > 0) await markPublished(sql, published)
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

/** In small batches: a long delete would hold back vacuum and writers. */
export async function forgetPublished(sql: Kysely<KitTables>): Promise<void> {
  let forgotten: bigint | undefined
  do {
    const { numAffectedRows } = await raw`
      delete from outbox where id in (
        select id from outbox where published_at < now() - ${raw.lit(keepPublished)}::interval limit ${raw.lit(forgetAtOnce)}
      )`.execute(sql)
    forgotten = numAffectedRows
  } while (forgotten === BigInt(forgetAtOnce))
}
