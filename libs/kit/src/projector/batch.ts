import type { EventEnvelope } from '@quire/contracts'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Positions } from '../bus/positions.ts'
import { isContention, isOutage } from '../db/outage.ts'
import type { KitTables } from '../db/tables.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Publisher } from '../outbox/publisher.ts'
import { endingSpan } from '../tracing/active-span.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { applyEnvelopes, type Projections } from './apply-envelopes.ts'
import { type ResyncState, requireResync, resyncBegunType, resyncEndedType, type UnreadableEvent } from './control.ts'
import { park } from './dead-letters.ts'
import type { Freshness } from './freshness.ts'
import type { LeaderPosition } from './leader-position.ts'
import { Deposed, type StoredPosition } from './stored-position.ts'

export interface ProjectorDeps {
  service: string
  /** The number of migrations that this version of the service knows. */
  schema: number
  databaseUrl: string
  sql: () => Kysely<KitTables>
  bus: Bus
  positions: Positions
  /** Absent if access is not decided by events. */
  freshness: Freshness | undefined
  publisher: Publisher
  projections: Projections
  /** Absent if nothing is traced. */
  tracing: Tracing | undefined
  metrics: Metrics
  log: Logger
}

const attemptsBeforeParking = 3

/** One message of the stream. */
export interface PendingMessage {
  sequence: number
  envelope: EventEnvelope
}

/**
 * Applies a batch, or, if that fails because of its content, message by message. A batch that concerns nothing of this
 * service costs its database nothing.
 */
export async function applyBatch(
  deps: ProjectorDeps,
  position: LeaderPosition,
  batch: PendingMessage[],
): Promise<void> {
  if (!batch.some((message) => concerns(deps, message))) return passOver(deps, position, batch)
  const { tracing, bus } = deps
  const concerning = tracing && batch.filter((message) => concerns(deps, message))
  const span = tracing?.processing(
    concerning?.map(({ envelope }) => envelope.traceparent) ?? [],
    `process ${bus.stream}`,
    {
      'messaging.system': 'nats',
      'messaging.destination.name': bus.stream,
      'messaging.operation.type': 'process',
      'messaging.batch.message_count': batch.length,
    },
  )
  await (span ? endingSpan(span, () => apply(deps, position, batch)) : apply(deps, position, batch))
}

async function apply(deps: ProjectorDeps, position: LeaderPosition, batch: PendingMessage[]): Promise<void> {
  await position.settled()
  try {
    return await commit(deps, position, batch)
  } catch (error) {
    if (isTransient(error)) throw error
    deps.log.warn({ err: error, messages: batch.length }, 'a batch failed; its messages are tried one by one')
  }
  for (const message of batch) await applyOne(deps, position, message)
}

/** True if a message changes anything here. Resync marks change the state that is stored with the position. */
const concerns = ({ projections }: ProjectorDeps, { envelope: { type } }: PendingMessage) =>
  projections.has(type) || type === resyncBegunType || type === resyncEndedType

function passOver({ metrics }: ProjectorDeps, position: LeaderPosition, batch: PendingMessage[]) {
  metrics.eventsApplied.inc(batch.length)
  const last = batch.at(-1)
  if (last) position.passedOver({ sequence: last.sequence, message: last.envelope.id })
}

/** True if the error is not about the message: another attempt may succeed, however long that takes. */
const isTransient = (error: unknown) => error instanceof Deposed || isOutage(error) || isContention(error)

async function applyOne(deps: ProjectorDeps, position: LeaderPosition, message: PendingMessage): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await commit(deps, position, [message])
    } catch (error) {
      if (isTransient(error)) throw error
      if (attempt < attemptsBeforeParking) continue
      return commit(deps, position, [], { ...message, error })
    }
  }
}

/** A message that cannot be applied, and why. */
interface SkippedMessage extends PendingMessage {
  error: unknown
}

async function commit(
  deps: ProjectorDeps,
  position: LeaderPosition,
  batch: PendingMessage[],
  skipped?: SkippedMessage,
): Promise<void> {
  const from = position.current()
  const last = skipped ?? batch.at(-1)
  const to: StoredPosition = {
    ...from,
    ...(last && { sequence: last.sequence, message: last.envelope.id }),
    resync: structuredClone(from.resync),
  }
  const envelopes = batch.map((one) => one.envelope)
  const { rows, hooks, unreadable, parked } = await deps
    .sql()
    .transaction()
    .execute(async (transaction) => {
      const applied = await applyEnvelopes(transaction, deps.projections, envelopes, to.resync)
      const aside = skipped && (await setAside(deps, transaction, to.resync, skipped))
      await position.store(transaction, to)
      return { ...applied, parked: [], ...aside }
    })
  deps.metrics.eventsApplied.inc(batch.length)
  position.applied(to)
  for (const hook of hooks) hook()
  reportSkipped(deps, { unreadable, parked })
  await deps.publisher.publish(rows)
}

/** For an event about access, requires a resync of its owner; parks any other event, and nobody waits for that. */
async function setAside(
  { projections }: ProjectorDeps,
  sql: Kysely<KitTables>,
  resync: ResyncState,
  skipped: SkippedMessage,
): Promise<SkippedEvents> {
  const { sequence, envelope, error } = skipped
  const noun = projections.get(envelope.type)?.noun
  if (noun?.access) {
    requireResync(resync, noun.owner, envelope)
    return { unreadable: [skipped], parked: [] }
  }
  await park(sql, sequence, envelope, error)
  return { unreadable: [], parked: [skipped] }
}

interface SkippedEvents {
  unreadable: UnreadableEvent[]
  parked: UnreadableEvent[]
}

/** Logs one line for all, because an owner that repeats its states may repeat thousands that cannot be parsed. */
function reportSkipped({ log, metrics }: ProjectorDeps, { unreadable, parked }: SkippedEvents) {
  metrics.accessEventsUnread.inc(unreadable.length)
  metrics.deadLetters.inc(parked.length)
  const report = (events: UnreadableEvent[], text: string) => {
    const [first] = events
    if (!first) return
    const { type, key } = first.envelope
    log.error({ err: first.error, events: events.length, type, key }, text)
  }
  report(unreadable, 'events about access were passed over; their owner is asked to repeat its states')
  report(parked, 'event parked')
}
