import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Position } from '../bus/positions.ts'
import type { KitTables } from '../db/tables.ts'
import type { Logger } from '../log.ts'
import type { OutboxRow } from './emit.ts'

/** More than this many rows are left to the relay, which publishes in bulk. */
const atOnce = 100

export interface Publisher {
  /**
   * Publishes committed rows and returns the highest position they took, or undefined where the
   * broker could not be reached: the relay publishes them later.
   */
  publish(rows: OutboxRow[]): Promise<Position | undefined>
  /** Waits for the bookkeeping of what was published. */
  settled(): Promise<void>
}

export function createPublisher(bus: Bus, sql: () => Kysely<KitTables>, log: Logger, wake: () => void): Publisher {
  const marking = new Set<Promise<unknown>>()

  function mark(ids: string[]) {
    const done = markPublished(sql(), ids)
      .catch((error) => log.warn({ err: error }, 'published rows could not be marked; the relay publishes them again'))
      .finally(() => marking.delete(done))
    marking.add(done)
  }

  return {
    async publish(rows) {
      if (rows.length === 0 || !bus.isConnected()) return undefined
      const now = rows.slice(0, atOnce)
      if (now.length < rows.length) wake()
      try {
        const sequence = await publishRows(bus, now)
        mark(now.map((row) => row.id))
        return { stream: bus.streamId(), sequence }
      } catch (error) {
        log.warn({ err: error }, 'events stay in the outbox until the broker answers')
        return undefined
      }
    },
    settled: async () => {
      await Promise.all(marking)
    },
  }
}

/** Publishes rows, revocations first; returns the highest sequence. A duplicate acknowledgement is success. */
export async function publishRows(bus: Bus, rows: OutboxRow[]): Promise<number> {
  await Promise.all(rows.flatMap((row) => (row.revokes ? [bus.revocations.put(row.revokes, '')] : [])))
  const acks = await Promise.all(
    rows.map((row) =>
      bus.jetstream.publish(bus.eventSubject(row.envelope.type), JSON.stringify(row.envelope), {
        msgID: row.id,
        timeout: 2000,
      }),
    ),
  )
  return Math.max(...acks.map((ack) => ack.seq))
}

export async function markPublished(sql: Kysely<KitTables>, ids: string[]): Promise<void> {
  await sql.updateTable('outbox').set({ published_at: new Date() }).where('id', 'in', ids).execute()
}
