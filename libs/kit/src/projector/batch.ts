import type { EventEnvelope } from '@quire/contracts'
import type { Kysely } from 'kysely'
import type { KitTables } from '../db/tables.ts'
import { isContention, isOutage } from '../outage.ts'
import { applyEnvelopes } from './apply.ts'
import { type ResyncState, resyncBegunType, resyncEndedType } from './control.ts'
import { park } from './dead-letters.ts'
import { Deposed, type StoredPosition } from './position.ts'
import type { ProjectorDeps } from './projector.ts'
import type { Standing } from './standing.ts'
import { type UnreadEvent, wantAgain } from './unread.ts'

const attemptsBeforeParking = 3

/** One message of the stream. */
export interface PendingMessage {
  sequence: number
  envelope: EventEnvelope
}

/**
 * Applies a batch, or, where that fails for a reason of its own, message by message. A batch that concerns nothing of
 * this service costs its database nothing.
 */
export async function applyBatch(deps: ProjectorDeps, standing: Standing, batch: PendingMessage[]): Promise<void> {
  if (!batch.some((message) => concerns(deps, message))) return passOver(deps, standing, batch)
  await standing.settled()
  try {
    return await commit(deps, standing, batch)
  } catch (error) {
    if (isTransient(error)) throw error
    deps.log.warn({ err: error, messages: batch.length }, 'a batch failed; its messages are tried one by one')
  }
  for (const message of batch) await applyOne(deps, standing, message)
}

/** Marks of repeated states change what is stored beside the position. */
const concerns = ({ projections }: ProjectorDeps, { envelope: { type } }: PendingMessage) =>
  projections.has(type) || type === resyncBegunType || type === resyncEndedType

function passOver({ metrics }: ProjectorDeps, standing: Standing, batch: PendingMessage[]) {
  metrics.eventsApplied.inc(batch.length)
  standing.passedOver(batch.at(-1)?.sequence ?? standing.at().sequence)
}

/** Says nothing about the message: another attempt may succeed, for as long as it takes. */
const isTransient = (error: unknown) => error instanceof Deposed || isOutage(error) || isContention(error)

async function applyOne(deps: ProjectorDeps, standing: Standing, message: PendingMessage): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await commit(deps, standing, [message])
    } catch (error) {
      if (isTransient(error)) throw error
      if (attempt < attemptsBeforeParking) continue
      return commit(deps, standing, [], { ...message, error })
    }
  }
}

/** A message that cannot be applied, and why. */
interface SkippedMessage extends PendingMessage {
  error: unknown
}

async function commit(
  deps: ProjectorDeps,
  standing: Standing,
  batch: PendingMessage[],
  skipped?: SkippedMessage,
): Promise<void> {
  const from = standing.at()
  const to: StoredPosition = {
    ...from,
    sequence: skipped?.sequence ?? batch.at(-1)?.sequence ?? from.sequence,
    resync: structuredClone(from.resync),
  }
  const envelopes = batch.map((one) => one.envelope)
  const { rows, hooks, unread, parked } = await deps
    .sql()
    .transaction()
    .execute(async (transaction) => {
      const applied = await applyEnvelopes(transaction, deps.projections, envelopes, to.resync)
      const aside = skipped && (await setAside(deps, transaction, to.resync, skipped))
      await standing.store(transaction, to)
      return { ...applied, parked: [], ...aside }
    })
  deps.metrics.eventsApplied.inc(batch.length)
  standing.applied(to)
  for (const hook of hooks) hook()
  tellSkipped(deps, { unread, parked })
  await deps.publisher.publish(rows)
}

/** An event about access has its owner repeat everything; any other is parked, and nobody waits for it. */
async function setAside(
  { projections }: ProjectorDeps,
  sql: Kysely<KitTables>,
  resync: ResyncState,
  skipped: SkippedMessage,
): Promise<SkippedEvents> {
  const { sequence, envelope, error } = skipped
  const noun = projections.get(envelope.type)?.noun
  if (noun?.access) {
    wantAgain(resync, noun.owner, envelope)
    return { unread: [skipped], parked: [] }
  }
  await park(sql, sequence, envelope, error)
  return { unread: [], parked: [skipped] }
}

interface SkippedEvents {
  unread: UnreadEvent[]
  parked: UnreadEvent[]
}

/** One line for all: an owner that repeats its states may repeat thousands that cannot be read. */
function tellSkipped({ log, metrics }: ProjectorDeps, { unread, parked }: SkippedEvents) {
  metrics.accessEventsUnread.inc(unread.length)
  metrics.deadLetters.inc(parked.length)
  const tell = (events: UnreadEvent[], text: string) => {
    const [first] = events
    if (!first) return
    const { type, key } = first.envelope
    log.error({ err: first.error, events: events.length, type, key }, text)
  }
  tell(unread, 'events about access were passed over; their owner is asked to repeat its states')
  tell(parked, 'event parked')
}
