import { DeliverPolicy } from '@nats-io/jetstream'
import { EventEnvelope } from '@quire/contracts'
import { type Kysely, sql as raw } from 'kysely'
import { type Bus, storedEvent, streamIdentity } from '../bus/bus.ts'
import type { Incarnation } from '../db/incarnation.ts'
import type { KitTables } from '../db/tables.ts'
import { untilAborted } from './follow-stream.ts'

/** The events that are compared at once, and how often at most; `noteAgreement` keeps them few. */
const perPage = 2000
const maxPages = 25
const fetchMs = 2000
/** Published rows are deleted after a day; an event that is younger than this has its row. */
const rowsStayMs = 23 * 3600_000

interface Compared {
  owner: string
  bus: Bus
  sql: () => Kysely<KitTables>
  signal: AbortSignal
}

interface Losses {
  databaseLost: boolean
  streamLost: boolean
}

/**
 * Compares the events of this owner in the stream, from where they are known to agree, with its outbox, of which the newest
 * row is never deleted. `databaseLost`: the stream has an event that the outbox does not have, and never deleted; or it has
 * more events than can be compared. `streamLost`: the outbox has published one that the stream does not have. The stream
 * may have others at such places by now.
 */
export async function compareWithStream({ owner, bus, sql, signal }: Compared, known: Incarnation): Promise<Losses> {
  const subject = bus.eventSubject(`${owner}.>`)
  const stream = await streamIdentity(bus)
  const last = (await storedEvent(bus, { last_by_subj: subject }))?.seq ?? 0
  let from = Math.max(stream.first, known.stream === stream.id ? Number(known.sequence) + 1 : 0)
  let streamLost = false
  for (let page = 0; page < maxPages; page += 1) {
    const { events, end } =
      last < from ? { events: [], end: last } : await eventsFrom(bus, subject, { from, last }, signal)
    const to = end < last ? end : stream.last
    const found = await lossesAmong(sql(), events, { stream: stream.id, from, to })
    streamLost ||= found.streamLost
    if (found.databaseLost || to === stream.last) return { databaseLost: found.databaseLost, streamLost }
    from = to + 1
  }
  return { databaseLost: true, streamLost }
}

/** Compares the events that the stream has between two of its places. */
async function lossesAmong(
  sql: Kysely<KitTables>,
  events: EventEnvelope[],
  { stream, from, to }: { stream: string; from: number; to: number },
): Promise<Losses> {
  // Repeated states are published without the outbox.
  const emitted = events.filter(({ resync }) => resync === undefined)
  const { rows } = await raw<Losses>`
    with event as (
      select * from unnest(${emitted.map(({ id }) => id)}::text[], ${emitted.map(({ at }) => at)}::timestamptz[]) as e (id, at)
    )
    select exists (
        select from event
        where not exists (select from outbox where outbox.id = event.id)
          and (event.id > coalesce((select max(id) from outbox), '') or event.at > ${new Date(Date.now() - rowsStayMs)})
      ) as "databaseLost",
      exists (
        select from outbox
        where stream = ${stream} and sequence between ${from} and ${to}
          and not exists (select from event where event.id = outbox.id)
      ) as "streamLost"`.execute(sql)
  return rows[0] ?? { databaseLost: false, streamLost: false }
}

/** Returns events from one place on, and the place of the last of them: `last`, unless they are too many for a page. */
async function eventsFrom(
  bus: Bus,
  subject: string,
  { from, last }: { from: number; last: number },
  signal: AbortSignal,
): Promise<{ events: EventEnvelope[]; end: number }> {
  const consumer = await bus.jetstream.consumers.get(bus.stream, {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: from,
    filter_subjects: subject,
  })
  const messages = await consumer.fetch({ max_messages: perPage, expires: fetchMs })
  return untilAborted(messages, signal, async () => {
    const events: EventEnvelope[] = []
    let count = 0
    for await (const message of messages) {
      count += 1
      const { data } = EventEnvelope.safeParse(message.json())
      if (data) events.push(data)
      if (message.seq >= last || count === perPage) return { events, end: message.seq }
    }
    throw new Error('the stream did not deliver the events that are compared')
  })
}

/** True if the newest event that the outbox published to this stream is not in it. Events leave it by age, from its start. */
export async function isAheadOfStream(bus: Bus, sql: Kysely<KitTables>): Promise<boolean> {
  const stream = await streamIdentity(bus)
  const newest = sql
    .selectFrom('outbox')
    .select(['id', 'stream', 'sequence'])
    .where('published_at', 'is not', null)
    .orderBy('published_at', 'desc')
    .limit(raw.lit(200))
  const row = await sql
    .selectFrom(newest.as('newest'))
    .select(['id', 'sequence'])
    .where('stream', '=', stream.id)
    .orderBy(raw`sequence`, 'desc')
    .limit(raw.lit(1))
    .executeTakeFirst()
  const sequence = Number(row?.sequence)
  if (!row || sequence < stream.first) return false
  const found = await storedEvent(bus, { seq: sequence })
  return found === undefined || EventEnvelope.safeParse(found.json()).data?.id !== row.id
}
