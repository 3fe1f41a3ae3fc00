import { EventEmitter, once } from 'node:events'
import { DeliverPolicy } from '@nats-io/jetstream'
import { EventEnvelope } from '@quire/contracts'
import { type Kysely, sql as raw } from 'kysely'
import { type Bus, storedEvent, streamIdentity } from '../bus/bus.ts'
import type { Position } from '../bus/positions.ts'
import { type Incarnation, noteAgreement, oweStates, raiseEpoch, readIncarnation } from '../db/incarnation.ts'
import type { KitTables } from '../db/tables.ts'
import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import type { OutboxRow } from '../outbox/emit.ts'
import type { Publisher } from '../outbox/publisher.ts'
import { unavailable } from '../refusals.ts'
import { untilAborted } from './follow-stream.ts'

const lookEveryMs = 5000
/** What a database loses, it loses at its end: so many sequences of the stream are compared with the outbox at most. */
const maxCompared = 2000
const fetchMs = 2000
const agreeWaitMs = 1000
/** Published rows are deleted after a day; an event that is younger than this has its row. */
const rowsStayMs = 23 * 3600_000

interface WatchDeps {
  owner: string
  bus: Bus
  sql: () => Kysely<KitTables>
  publisher: Pick<Publisher, 'publish'>
  /** Begins to repeat the states of this owner. */
  repeat(run: string): void
  log: Logger
}

export interface IncarnationWatch extends Pick<Loop, 'stop'> {
  /**
   * Returns a position by which the stream has all that this database knows. Throws 503 while it may lack something:
   * events that could not be published, or what the database lost the end of (docs/adr/0040).
   */
  toldBy(): Promise<Position>
}

/** More unpublished events than this are those of an outage, which the relay publishes. */
const maxUnpublished = 1000

const notTold = () =>
  unavailable('What the database has now, after a restart or an outage, is not known everywhere yet: try again.')

/**
 * Compares what this owner's database and the stream know of each other, at the start, whenever the bus comes back, and
 * after the epoch was raised. If the stream has an event that the outbox does not know, the database has lost its end: its
 * epoch is raised. If the stream lacks an event that the outbox has published, the stream has lost its own. In both cases
 * the owner repeats its states (docs/adr/0040).
 */
export function watchIncarnation({ owner, bus, sql, publisher, repeat, log }: WatchDeps): IncarnationWatch {
  let agreed: { epoch: string; changed: AbortSignal } | undefined
  const compared = new EventEmitter().setMaxListeners(0)
  const isAgreed = ({ epoch }: Incarnation) => agreed?.epoch === epoch && agreed.changed === bus.changed()

  /** Reads the incarnation; if it was not compared yet, waits for that for a moment. */
  async function comparedIncarnation(): Promise<Incarnation> {
    const incarnation = await readIncarnation(sql())
    if (isAgreed(incarnation)) return incarnation
    const looked = once(compared, 'agreed', { signal: AbortSignal.timeout(agreeWaitMs) })
    loop.wake()
    await looked.catch(() => undefined)
    return readIncarnation(sql())
  }

  const loop = startLoop({ name: 'incarnation', everyMs: lookEveryMs, log }, async (signal) => {
    if (!bus.isConnected()) return
    const incarnation = await readIncarnation(sql())
    const changed = bus.changed()
    if (!isAgreed(incarnation)) {
      const { databaseLost, streamLost } = await compareWithStream({ owner, bus, sql, signal }, incarnation)
      if (databaseLost) {
        log.warn('the stream has events that this database has lost: all states are repeated')
        await raiseEpoch(sql())
      } else if (streamLost || (await isAheadOfStream(bus, sql()))) {
        log.warn('the stream has lost events that this database has published: all states are repeated')
        await oweStates(sql())
      }
      const { id, last } = await streamIdentity(bus)
      await noteAgreement(sql(), id, last)
      agreed = { epoch: (await readIncarnation(sql())).epoch, changed }
      compared.emit('agreed')
    }
    const { owed } = await readIncarnation(sql())
    if (owed) repeat(owed)
  })
  return {
    stop: loop.stop,
    async toldBy() {
      const incarnation = await comparedIncarnation()
      if (incarnation.owed || !isAgreed(incarnation)) throw notTold()
      const rows = await unpublished(sql())
      if (rows.length > 0 && !(await publisher.publish(rows, rows.length))) throw notTold()
      const { id, last } = await streamIdentity(bus)
      return { stream: id, sequence: last }
    },
  }
}

/** Returns events that are committed and may not be in the stream yet. Throws 503 if they are many. */
async function unpublished(sql: Kysely<KitTables>): Promise<OutboxRow[]> {
  const rows = await sql
    .selectFrom('outbox')
    .select(['id', 'envelope', 'revokes'])
    .where('published_at', 'is', null)
    .orderBy('id')
    .limit(maxUnpublished)
    .execute()
  if (rows.length === maxUnpublished) throw notTold()
  return rows
}

type Compared = Pick<WatchDeps, 'owner' | 'bus' | 'sql'> & { signal: AbortSignal }

/**
 * Compares the newest events of this owner in the stream with its outbox, of which the newest row is never deleted.
 * `databaseLost`: the stream has an event that the outbox does not have, and never deleted. `streamLost`: the outbox has
 * published one that the stream does not have. The stream may have others at such places by now.
 */
async function compareWithStream(
  { owner, bus, sql, signal }: Compared,
  known: Incarnation,
): Promise<{ databaseLost: boolean; streamLost: boolean }> {
  const subject = bus.eventSubject(`${owner}.>`)
  const stream = await streamIdentity(bus)
  const last = (await storedEvent(bus, { last_by_subj: subject }))?.seq ?? 0
  const agreedUpTo = known.stream === stream.id ? Number(known.sequence) : 0
  const from = Math.max(stream.first, agreedUpTo + 1, last - maxCompared)
  const events = last < from ? [] : await eventsBetween(bus, subject, { from, last }, signal)
  // Repeated states are published without the outbox.
  const emitted = events.filter(({ resync }) => resync === undefined)
  const { rows } = await raw<{ databaseLost: boolean; streamLost: boolean }>`
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
        where stream = ${stream.id} and sequence between ${from} and ${stream.last}
          and not exists (select from event where event.id = outbox.id)
      ) as "streamLost"`.execute(sql())
  return rows[0] ?? { databaseLost: false, streamLost: false }
}

async function eventsBetween(
  bus: Bus,
  subject: string,
  { from, last }: { from: number; last: number },
  signal: AbortSignal,
): Promise<EventEnvelope[]> {
  const consumer = await bus.jetstream.consumers.get(bus.stream, {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: from,
    filter_subjects: subject,
  })
  const messages = await consumer.fetch({ max_messages: maxCompared, expires: fetchMs })
  return untilAborted(messages, signal, async () => {
    const events: EventEnvelope[] = []
    for await (const message of messages) {
      const { data } = EventEnvelope.safeParse(message.json())
      if (data) events.push(data)
      if (message.seq >= last) return events
    }
    throw new Error('the stream did not deliver the events that are compared')
  })
}

/** True if the newest event that the outbox published to this stream is not in it. Events leave it by age, from its start. */
async function isAheadOfStream(bus: Bus, sql: Kysely<KitTables>): Promise<boolean> {
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
