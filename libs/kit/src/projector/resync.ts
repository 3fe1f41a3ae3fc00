import type { EventEnvelope, Noun } from '@quire/contracts'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import { newId } from '../ids.ts'
import type { Logger } from '../log.ts'
import { type OutboxRow, outboxRow } from '../outbox/emit.ts'
import { publishRows } from '../outbox/publisher.ts'
import { resyncBegunType, resyncEndedType } from './control.ts'

const pageSize = 500

/** How an owner lists the present states of one of its nouns, ordered by an id of its choice. */
export interface Source {
  noun: Noun
  /** At most `limit` states after `after` (undefined at first), and where the next page starts. */
  page(
    sql: Kysely<never>,
    after: string | undefined,
    limit: number,
  ): Promise<{ states: unknown[]; next: string | undefined }>
}

/** Declares where a noun's states are; `page` selects in the order of the returned `after`. */
export function source<Tables>(
  noun: Noun | { name: string },
  page: (
    sql: Kysely<Tables>,
    after: string | undefined,
    limit: number,
  ) => Promise<{ states: unknown[]; next: string | undefined }>,
): Source {
  return { noun, page } as unknown as Source
}

/** Asks the owners for the runs this service waits for; owners that run or ran one take no notice. */
export function requestResyncs(bus: Bus, wanted: Record<string, string>): void {
  if (!bus.isConnected()) return
  for (const [owner, run] of Object.entries(wanted)) bus.connection.publish(bus.subject(`resync.${owner}`), run)
}

interface ServeDeps {
  owner: string
  bus: Bus
  sql: () => Kysely<never>
  sources: Source[]
  log: Logger
}

/**
 * Answers requests by repeating every present state between two marks. The states are committed
 * already, so they are published directly; versions keep them from undoing a later change.
 */
export function serveResyncs({ owner, bus, sql, sources, log }: ServeDeps): { stop(): Promise<void> } {
  const known = new Set<string>()
  let work: Promise<void> = Promise.resolve()
  const subscription = bus.connection.subscribe(bus.subject(`resync.${owner}`), {
    queue: owner,
    callback: (error, message) => {
      const run = message?.string()
      if (error || !run || known.has(run)) return
      known.add(run)
      work = work
        .then(() => repeatStates(bus, owner, sql(), sources, run))
        .catch((failure) => {
          known.delete(run)
          log.warn({ err: failure, run }, 'resync broke off; it is asked for again')
        })
    },
  })
  return {
    async stop() {
      subscription.unsubscribe()
      await work
    },
  }
}

async function repeatStates(bus: Bus, owner: string, sql: Kysely<never>, sources: Source[], run: string) {
  await publishMark(bus, resyncBegunType, { owner, run })
  for (const { noun, page } of sources) {
    let after: string | undefined
    do {
      const { states, next } = await page(sql, after, pageSize)
      // Each page waits for its acknowledgements, so a large owner does not flood the broker.
      if (states.length > 0)
        await repeat(
          bus,
          states.map((state) => outboxRow(noun.saved, state as never, run)),
        )
      after = next
    } while (after !== undefined)
  }
  await publishMark(bus, resyncEndedType, { owner, run })
}

async function repeat(bus: Bus, rows: OutboxRow[]) {
  const { failure } = await publishRows(bus, rows)
  if (failure !== undefined) throw failure
}

/** Publishes a message about the stream itself. */
export async function publishMark(bus: Bus, type: string, data: unknown): Promise<void> {
  const envelope: EventEnvelope = { id: newId(), type, key: type, version: 0, at: new Date().toISOString(), data }
  await bus.jetstream.publish(bus.eventSubject(type), JSON.stringify(envelope), { msgID: envelope.id })
}
