import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Position } from '../bus/positions.ts'
import { anyOf } from '../db/queries.ts'
import type { KitTables } from '../db/tables.ts'
import type { Logger } from '../log.ts'
import type { OutboxRow } from './emit.ts'

/** What a write publishes itself; more is left to the relay, which publishes in bulk. */
const atOnce = 100
/** Sent before the first is acknowledged. */
const inFlight = 500

export interface Publisher {
  /**
   * Publishes committed rows, `most` at most, and returns the highest position that they took, or undefined where the
   * broker could not be reached. The relay publishes the others later.
   */
  publish(rows: OutboxRow[], most?: number): Promise<Position | undefined>
  /** Waits for the bookkeeping of what was published. */
  settled(): Promise<void>
}

export function createPublisher(bus: Bus, sql: () => Kysely<KitTables>, log: Logger, wake: () => void): Publisher {
  let unmarked: string[] = []
  let marking: Promise<void> | undefined

  function mark(ids: string[]) {
    unmarked.push(...ids)
    marking ??= markAll()
  }

  /** One statement at a time, on one connection: what is published meanwhile goes into the next. */
  async function markAll() {
    while (unmarked.length > 0) {
      const ids = unmarked
      unmarked = []
      await markPublished(sql(), ids).catch((error) =>
        log.warn({ err: error }, 'published rows could not be marked; the relay publishes them again'),
      )
    }
    marking = undefined
  }

  return {
    async publish(rows, most = atOnce) {
      if (rows.length === 0 || !bus.isConnected()) return undefined
      const now = rows.slice(0, most)
      if (now.length < rows.length) wake()
      const { published, sequence, failure } = await publishRows(bus, now)
      if (published.length > 0) mark(published)
      if (failure === undefined) return { stream: bus.streamId(), sequence }
      log.warn({ err: failure }, 'events stay in the outbox until the broker takes them')
      return undefined
    },
    settled: async () => marking,
  }
}

/** What became of rows: the ids of those in the stream, the highest sequence, and why the others are not there. */
interface PublishResult {
  published: string[]
  sequence: number
  failure?: unknown
}

/**
 * Publishes rows, each after its revocation, and not too many at once: the last acknowledgement would come too late. A
 * duplicate acknowledgement is success. Where a row fails, those sent with it still go through; all others wait for the
 * relay.
 */
export async function publishRows(bus: Bus, rows: OutboxRow[]): Promise<PublishResult> {
  const done: PublishResult = { published: [], sequence: 0 }
  for (let from = 0; from < rows.length && done.failure === undefined; from += inFlight) {
    const { published, sequence, ...rest } = await publishTogether(bus, rows.slice(from, from + inFlight))
    done.published.push(...published)
    done.sequence = Math.max(done.sequence, sequence)
    Object.assign(done, rest)
  }
  return done
}

async function publishTogether(bus: Bus, rows: OutboxRow[]): Promise<PublishResult> {
  const results = await Promise.allSettled(rows.map((row) => publishRow(bus, row)))
  const published = rows.filter((_, index) => results[index]?.status === 'fulfilled').map((row) => row.id)
  const sequences = results.map((one) => (one.status === 'fulfilled' ? one.value : 0))
  const failed = results.find((one) => one.status === 'rejected')
  return { published, sequence: Math.max(...sequences), ...(failed && { failure: failed.reason }) }
}

async function publishRow(bus: Bus, row: OutboxRow): Promise<number> {
  if (row.revokes) await bus.revocations.put(row.revokes, '')
  const subject = bus.eventSubject(row.envelope.type)
  const ack = await bus.jetstream.publish(subject, JSON.stringify(row.envelope), { msgID: row.id, timeout: 2000 })
  return ack.seq
}

export async function markPublished(sql: Kysely<KitTables>, ids: string[]): Promise<void> {
  await sql.updateTable('outbox').set({ published_at: new Date() }).where('id', '=', anyOf(ids)).execute()
}
