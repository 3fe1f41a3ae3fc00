import { type Kysely, sql as raw } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Position } from '../bus/position.ts'
import type { KitTables } from '../db/tables.ts'
import type { Logger } from '../log.ts'
import type { Loop } from '../loop.ts'
import type { Metrics } from '../metrics.ts'
import { activeSpan, endingSpan, outsideSpans } from '../tracing/active-span.ts'
import type { OutboxRow } from './emit.ts'
import { followed } from './followed-header.ts'

export interface Relay extends Pick<Loop, 'stop'> {
  /** Call it when this process could not publish something. */
  lookSoon(): void
}

/** Published rows are marked together: nobody waits for a mark, and a statement for each row would cost more. */
const markCollectMs = 50

const maxCollectedMarks = 100

/** A row that is in the stream, and its place there. */
export interface PublishedRow {
  id: string
  sequence: number
}

/** Marks the rows that are in the stream as published, in few statements. */
interface PublishMarks {
  add(rows: PublishedRow[]): void
  /** Marks the collected rows now, and waits for that. */
  settled(): Promise<void>
}

/** The number of rows that a write waits for; the rest is published while it is answered. */
const maxAwaited = 100
/** The number of rows sent before the first is acknowledged. */
const maxInFlight = 500

export interface Publisher {
  /**
   * Publishes committed rows and returns the highest position of the first `maxToAwait`, or undefined if the broker could
   * not be reached: the relay publishes them later. The rest is published without a wait.
   */
  publish(rows: OutboxRow[], maxToAwait?: number): Promise<Position | undefined>
  /** Waits until published rows are marked. */
  settled(): Promise<void>
}

export function createPublisher(
  bus: Bus,
  sql: () => Kysely<KitTables>,
  relay: Pick<Relay, 'lookSoon'>,
  { log, metrics }: { log: Logger; metrics: Pick<Metrics, 'eventBytes'> },
): Publisher {
  const marks = createPublishMarks((rows) => markPublished(sql(), bus.streamId(), rows), log)
  let rest: Promise<void> = Promise.resolve()

  /** Returns the highest sequence; undefined if the broker did not accept all rows. */
  async function publishOrLeave(rows: OutboxRow[]): Promise<number | undefined> {
    const { published, sequence, failure } = await publishRows(bus, rows, metrics)
    marks.add(published)
    if (failure === undefined) return sequence
    relay.lookSoon()
    bus.doubt()
    log.warn({ err: failure }, 'events stay in the outbox until the broker takes them')
    return undefined
  }

  return {
    async publish(rows, maxToAwait = maxAwaited) {
      if (rows.length === 0) return undefined
      if (!bus.isAnswering()) return void relay.lookSoon()
      const span = activeSpan()?.child(`send ${bus.stream}`, 'producer', {
        'messaging.system': 'nats',
        'messaging.destination.name': bus.stream,
        'messaging.operation.type': 'send',
        'messaging.batch.message_count': rows.length,
      })
      const send = () => publishOrLeave(rows.slice(0, maxToAwait))
      const sequence = await (span ? endingSpan(span, send) : send())
      if (sequence === undefined) return undefined
      // One large write after another, because each fills the window of rows in flight.
      if (rows.length > maxToAwait) rest = rest.then(async () => void (await publishOrLeave(rows.slice(maxToAwait))))
      return { stream: bus.streamId(), sequence }
    },
    async settled() {
      await rest
      await marks.settled()
    },
  }
}

/** The result of publishing: the rows in the stream, the highest sequence, and the reason that others are not there. */
interface PublishResult {
  published: PublishedRow[]
  sequence: number
  failure?: unknown
}

/**
 * Publishes rows, each after its revocation, and a bounded number at once: otherwise the last acknowledgement would come
 * too late. A duplicate acknowledgement is success. If a row fails, the rows sent with it are still published; all others
 * wait for the relay.
 */
export async function publishRows(
  bus: Bus,
  rows: OutboxRow[],
  metrics?: Pick<Metrics, 'eventBytes'>,
): Promise<PublishResult> {
  const done: PublishResult = { published: [], sequence: 0 }
  for (let from = 0; from < rows.length && done.failure === undefined; from += maxInFlight) {
    const { published, sequence, ...rest } = await publishTogether(bus, rows.slice(from, from + maxInFlight), metrics)
    done.published.push(...published)
    done.sequence = Math.max(done.sequence, sequence)
    Object.assign(done, rest)
  }
  return done
}

async function publishTogether(
  bus: Bus,
  rows: OutboxRow[],
  metrics: Pick<Metrics, 'eventBytes'> | undefined,
): Promise<PublishResult> {
  const results = await Promise.allSettled(
    rows.map((row, at) => publishRow(bus, row, { isFollowed: at + 1 < rows.length, metrics })),
  )
  const published = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = results.find((one) => one.status === 'rejected')
  const sequence = Math.max(0, ...published.map((one) => one.sequence))
  return { published, sequence, ...(failed && { failure: failed.reason }) }
}

async function publishRow(
  bus: Bus,
  row: OutboxRow,
  { isFollowed, metrics }: { isFollowed: boolean; metrics: Pick<Metrics, 'eventBytes'> | undefined },
): Promise<PublishedRow> {
  if (row.revokes) await bus.revocations.put(row.revokes, '')
  const subject = bus.eventSubject(row.envelope.type)
  const options = { msgID: row.id, timeout: 2000, ...(isFollowed && { headers: followed() }) }
  const payload = Buffer.from(JSON.stringify(row.envelope))
  const ack = await bus.jetstream.publish(subject, payload, options)
  metrics?.eventBytes.observe(payload.length)
  return { id: row.id, sequence: ack.seq }
}

/** Notes in the outbox that rows are in `stream`, and where. */
export async function markPublished(sql: Kysely<KitTables>, stream: string, rows: PublishedRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const sequences = rows.map(({ sequence }) => sequence)
  await raw`
    update outbox set published_at = now(), stream = ${stream}, sequence = marked.sequence
    from unnest(${ids}::text[], ${sequences}::bigint[]) as marked (id, sequence)
    where outbox.id = marked.id`.execute(sql)
}

/**
 * Collects rows for `mark`, one statement at a time. If a process dies before, the relay publishes its rows again under
 * the same message ids.
 */
export function createPublishMarks(mark: (rows: PublishedRow[]) => Promise<void>, log: Logger): PublishMarks {
  let collected: PublishedRow[] = []
  let due: NodeJS.Timeout | undefined
  let marking: Promise<void> | undefined

  /** Rows that are added meanwhile go into the next statement. */
  async function markAll() {
    while (collected.length > 0) {
      const rows = collected
      collected = []
      await mark(rows).catch((error) =>
        log.warn({ err: error }, 'published rows could not be marked; the relay publishes them again'),
      )
    }
    marking = undefined
  }

  function now() {
    clearTimeout(due)
    due = undefined
    // Rows of several writes are marked together.
    if (collected.length > 0) marking ??= outsideSpans(markAll)
  }

  return {
    add(rows) {
      collected.push(...rows)
      if (collected.length >= maxCollectedMarks) now()
      else if (collected.length > 0) due ??= setTimeout(now, markCollectMs)
    },
    async settled() {
      now()
      await marking
    },
  }
}
