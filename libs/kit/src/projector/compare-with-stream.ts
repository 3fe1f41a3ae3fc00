import { DeliverPolicy } from '@nats-io/jetstream'
import { EventEnvelope } from '@quire/contracts'
import { type Kysely, sql as raw } from 'kysely'
import { type Bus, storedEvent, streamIdentity } from '../bus/bus.ts'
import type { Incarnation } from '../db/incarnation.ts'
import { anyOf } from '../db/queries.ts'
import type { KitTables } from '../db/tables.ts'
import { untilAborted } from './follow-stream.ts'

/** The number of events that are compared at once, and of such pages; there are few, thanks to `noteAgreement`. */
const perPage = 2000
const maxPages = 25
const fetchMs = 2000
/** Published rows are deleted after a day; an event that is younger than this has its row. */
const rowsStayMs = 23 * 3600_000
/** A stream may lose what was published within this time, also if it had it when both were compared last. */
const streamLoses = '10 minutes'

interface Compared {
  owner: string
  bus: Bus
  sql: () => Kysely<KitTables>
  signal: AbortSignal
}

export interface Losses {
  /** True if the stream has an event that the outbox does not have, and never deleted, or more than can be compared. */
  databaseLost: boolean
  /** The ids of events that the outbox has published and the stream does not have; it may have others at their places. */
  streamLost: string[]
}

/**
 * Compares the events of this owner in the stream with its outbox, of which the newest row is never deleted: from where they
 * are known to agree, and those that the stream may have lost since.
 */
export async function compareWithStream({ owner, bus, sql, signal }: Compared, known: Incarnation): Promise<Losses> {
  const subject = bus.eventSubject(`${owner}.>`)
  // Read before the stream, so that each of these rows has been in it.
  const published = await latelyPublished(sql(), bus.streamId())
  const stream = await streamIdentity(bus)
  const last = (await storedEvent(bus, { last_by_subj: subject }))?.seq ?? 0
  const agreed = known.stream === stream.id ? Number(known.sequence) : 0
  let from = Math.max(stream.first, Math.min(agreed + 1, published.from))
  const end = Math.max(stream.last, published.to)
  const streamLost: string[] = []
  for (let page = 0; page < maxPages; page += 1) {
    const { events, upTo } =
      last < from ? { events: [], upTo: last } : await eventsFrom(bus, subject, { from, last }, signal)
    const to = upTo < last ? upTo : end
    const found = await lossesAmong(sql(), events, { stream: stream.id, agreed, from, to })
    streamLost.push(...found.streamLost)
    if (found.databaseLost || to === end) return { databaseLost: found.databaseLost, streamLost }
    from = to + 1
  }
  return { databaseLost: true, streamLost }
}

/** Returns the first and last place in the stream of the events that it may have lost. */
async function latelyPublished(sql: Kysely<KitTables>, stream: string): Promise<{ from: number; to: number }> {
  const { rows } = await raw<{ first: string | null; top: string | null }>`
    select
      (select min(sequence) from outbox
       where stream = ${stream} and published_at > now() - ${raw.lit(streamLoses)}::interval) as first,
      (select max(sequence) from (
         select stream, sequence from outbox where published_at is not null order by published_at desc limit 200
       ) newest where stream = ${stream}) as top`.execute(sql)
  const top = Number(rows[0]?.top ?? Number.NaN)
  if (Number.isNaN(top)) return { from: Number.POSITIVE_INFINITY, to: 0 }
  return { from: Math.min(Number(rows[0]?.first ?? top), top), to: top }
}

interface EventInStream {
  seq: number
  envelope: EventEnvelope
}

/** Compares the events that the stream has between two of its places. */
async function lossesAmong(
  sql: Kysely<KitTables>,
  events: EventInStream[],
  { stream, agreed, from, to }: { stream: string; agreed: number; from: number; to: number },
): Promise<Losses> {
  // Repeated states are published without the outbox.
  const emitted = events.filter(({ envelope }) => envelope.resync === undefined)
  const [ids, times] = [emitted.map(({ envelope }) => envelope.id), emitted.map(({ envelope }) => envelope.at)]
  const { rows } = await raw<Losses>`
    with event as (
      select * from unnest(${ids}::text[], ${times}::timestamptz[], ${emitted.map(({ seq }) => seq)}::bigint[])
        as e (id, at, seq)
    )
    select exists (
        select from event
        where seq > ${agreed} and not exists (select from outbox where outbox.id = event.id)
          and (event.id > coalesce((select max(id) from outbox), '') or event.at > ${new Date(Date.now() - rowsStayMs)})
      ) as "databaseLost",
      array(
        select id from outbox
        where stream = ${stream} and sequence between ${from} and ${to}
          and not exists (select from event where event.id = outbox.id)
      ) as "streamLost"`.execute(sql)
  return rows[0] ?? { databaseLost: false, streamLost: [] }
}

/** Returns events from one place on, and the place of the last of them: `last`, unless they are too many for a page. */
async function eventsFrom(
  bus: Bus,
  subject: string,
  { from, last }: { from: number; last: number },
  signal: AbortSignal,
): Promise<{ events: EventInStream[]; upTo: number }> {
  const consumer = await bus.jetstream.consumers.get(bus.stream, {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: from,
    filter_subjects: subject,
  })
  const messages = await consumer.fetch({ max_messages: perPage, expires: fetchMs })
  return untilAborted(messages, signal, async () => {
    const events: EventInStream[] = []
    let count = 0
    for await (const message of messages) {
      count += 1
      const { data } = EventEnvelope.safeParse(message.json())
      if (data) events.push({ seq: message.seq, envelope: data })
      if (message.seq >= last || count === perPage) return { events, upTo: message.seq }
    }
    throw new Error('the stream did not deliver the events that are compared')
  })
}

/** Forgets the places of events that the stream has lost, so that they do not count as lost again. */
export async function forgetPlaces(sql: Kysely<KitTables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql.updateTable('outbox').set({ stream: null, sequence: null }).where('id', '=', anyOf(ids)).execute()
}
