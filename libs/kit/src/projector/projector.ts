import { DeliverPolicy, type JsMsg } from '@nats-io/jetstream'
import type { EventEnvelope } from '@quire/contracts'
import { EventEnvelope as EventEnvelopeSchema } from '@quire/contracts'
import type { Kysely } from 'kysely'
import { type Bus, streamIdentity } from '../bus/bus.ts'
import type { Positions } from '../bus/positions.ts'
import type { KitTables } from '../db/tables.ts'
import { newId } from '../ids.ts'
import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import type { Metrics } from '../metrics.ts'
import { isContention, isOutage } from '../outage.ts'
import type { Publisher } from '../outbox/publisher.ts'
import { applyEnvelopes, type Projections } from './apply.ts'
import { heartbeatType } from './control.ts'
import { park } from './dead-letters.ts'
import { heartbeatEveryMs, requestHeartbeat } from './heartbeat.ts'
import { takeLeadership } from './leadership.ts'
import { advancePosition, Deposed, readPosition, resetPosition, type StoredPosition } from './position.ts'
import { requestResyncs } from './resync.ts'

const batchSize = 256
const attemptsBeforeParking = 3

export interface ProjectorDeps {
  service: string
  databaseUrl: string
  sql: () => Kysely<KitTables>
  bus: Bus
  positions: Positions
  publisher: Publisher
  projections: Projections
  metrics: Metrics
  log: Logger
}

/** Why a projector does not keep up, or nothing; shown by readiness. */
export type ProjectorTrouble = string | undefined

export interface Projector {
  trouble(): ProjectorTrouble
  stop(): Promise<void>
}

/** Follows the stream for this service, as the leader among its replicas. */
export function startProjector(deps: ProjectorDeps): Projector {
  const abort = new AbortController()
  const state: State = { trouble: 'the projector is starting', wanted: {} }
  const loop: Loop = startLoop({ name: 'projector', everyMs: 250, log: deps.log }, async () => {
    const leadership = await takeLeadership(deps.databaseUrl, abort.signal)
    if (!leadership) return
    try {
      const lost = leadership.lost.then(() => {
        throw new Deposed('the leader lock was lost')
      })
      await Promise.race([lead(deps, state, abort.signal), lost])
    } catch (error) {
      if (error instanceof Gap) state.gap = error.message
      if (!(error instanceof Deposed)) throw error
      deps.log.info({ reason: error.message }, 'projector gives up its lead')
    } finally {
      await leadership.release()
    }
  })
  const asking = startLoop({ name: 'asking', everyMs: 1000, log: deps.log }, async () => {
    requestResyncs(deps.bus, state.wanted)
    if (deps.positions.sinceHeartbeatMs(deps.service) > heartbeatEveryMs * 2) requestHeartbeat(deps.bus)
  })
  state.ask = asking.wake
  return {
    trouble: () => state.trouble,
    async stop() {
      abort.abort()
      state.wakeUp?.()
      await Promise.all([asking.stop(), loop.stop()])
    },
  }
}

interface State {
  trouble: ProjectorTrouble
  /** The stream lost messages we had not read. */
  gap?: string | undefined
  /** Runs that other services are asked for. */
  wanted: Record<string, string>
  /** Asks now for what is missing. */
  ask?: () => void
  /** Ends a wait for messages. */
  wakeUp?: () => void
}

interface Pending {
  sequence: number
  envelope: EventEnvelope
}

async function lead(deps: ProjectorDeps, state: State, signal: AbortSignal): Promise<void> {
  let position = await startingPoint(deps, state)
  announce(deps, state, position)
  const consumer = await deps.bus.jetstream.consumers.get(deps.bus.stream, {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: position.sequence + 1,
  })
  while (!signal.aborted) {
    const messages = await consumer.fetch({ max_messages: batchSize, expires: 10_000 })
    state.wakeUp = () => messages.stop()
    if (signal.aborted) return messages.stop()
    let batch: Pending[] = []
    for await (const message of messages) {
      batch.push(read(message, position.sequence + batch.length + 1))
      // Nothing else has arrived: what is here is applied now instead of waiting for a full batch.
      if (messages.getPending() > 1 && batch.length < batchSize) continue
      position = await applyBatch(deps, state, position, batch)
      batch = []
      if (signal.aborted) break
    }
    if (batch.length > 0) position = await applyBatch(deps, state, position, batch)
  }
}

/** A sequence that is not the next one means the stream lost messages: the position is reset and resynchronised. */
class Gap extends Error {}

function read(message: JsMsg, expected: number): Pending {
  if (message.seq !== expected) throw new Gap(`expected ${expected}, the stream continues at ${message.seq}`)
  const parsed = EventEnvelopeSchema.safeParse(message.json())
  return { sequence: message.seq, envelope: parsed.success ? parsed.data : unreadable }
}

/** Nothing of ours; no projection is about it, so it is passed over. */
const unreadable: EventEnvelope = { id: '', type: 'kit.unreadable', key: '', version: 0, at: '', data: null }

/** Where to continue; a new stream, or one that no longer has our next message, starts over with a resync. */
async function startingPoint({ bus, sql, projections, log }: ProjectorDeps, state: State): Promise<StoredPosition> {
  const stream = await streamIdentity(bus)
  const stored = await readPosition(sql())
  const continues =
    stored?.stream === stream.id && stored.sequence <= stream.last && stored.sequence + 1 >= stream.first
  if (stored && continues && !state.gap) return stored
  const owners = new Set([...projections.values()].map((one) => one.noun.owner))
  const wanted = Object.fromEntries([...owners].map((owner) => [owner, newId()]))
  const fresh = { stream: stream.id, sequence: stream.last, resync: { wanted, active: {} } }
  log.info({ from: stored?.sequence, to: fresh.sequence, owners: [...owners] }, 'projections are resynchronised')
  await resetPosition(sql(), fresh)
  state.gap = undefined
  return fresh
}

/** Applies a batch, or, where that fails for a reason of its own, message by message. */
async function applyBatch(
  deps: ProjectorDeps,
  state: State,
  position: StoredPosition,
  batch: Pending[],
): Promise<StoredPosition> {
  try {
    return await commit(deps, state, position, batch)
  } catch (error) {
    if (error instanceof Deposed || isOutage(error) || isContention(error)) throw error
    deps.log.warn({ err: error, messages: batch.length }, 'a batch failed; its messages are tried one by one')
  }
  let current = position
  for (const message of batch) current = await applyOne(deps, state, current, message)
  return current
}

async function applyOne(
  deps: ProjectorDeps,
  state: State,
  position: StoredPosition,
  message: Pending,
): Promise<StoredPosition> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await commit(deps, state, position, [message])
    } catch (error) {
      if (error instanceof Deposed || isOutage(error) || isContention(error)) throw error
      if (attempt < attemptsBeforeParking) continue
      if (deps.projections.get(message.envelope.type)?.noun.access) {
        state.trouble = `event ${message.sequence} (${message.envelope.type}) about access cannot be applied: ${error}`
        throw error
      }
      deps.metrics.deadLetters.inc()
      deps.log.error({ err: error, sequence: message.sequence, type: message.envelope.type }, 'event parked')
      return commit(deps, state, position, [], {
        sequence: message.sequence,
        park: (sql) => park(sql, message.sequence, message.envelope, error),
      })
    }
  }
}

interface Parking {
  sequence: number
  park: (sql: Kysely<KitTables>) => Promise<void>
}

async function commit(
  deps: ProjectorDeps,
  state: State,
  from: StoredPosition,
  batch: Pending[],
  parking?: Parking,
): Promise<StoredPosition> {
  const to: StoredPosition = {
    ...from,
    sequence: parking?.sequence ?? batch.at(-1)?.sequence ?? from.sequence,
    resync: structuredClone(from.resync),
  }
  const { rows, hooks } = await deps
    .sql()
    .transaction()
    .execute(async (transaction) => {
      const applied = await applyEnvelopes(
        transaction,
        deps.projections,
        batch.map((one) => one.envelope),
        to.resync,
      )
      await parking?.park(transaction)
      await advancePosition(transaction, from, to)
      return applied
    })
  deps.metrics.eventsApplied.inc(batch.length)
  announce(deps, state, to, batch.findLast((one) => one.envelope.type === heartbeatType)?.envelope.at)
  for (const hook of hooks) hook()
  await deps.publisher.publish(rows)
  return to
}

function announce(deps: ProjectorDeps, state: State, position: StoredPosition, heartbeat?: string) {
  deps.metrics.position.set(position.sequence)
  state.wanted = position.resync.wanted
  const owners = Object.keys(state.wanted)
  if (owners.length > 0) state.ask?.()
  state.trouble = owners.length > 0 ? `waiting for ${owners.join(', ')} to repeat its state` : undefined
  deps.positions.announce({
    stream: position.stream,
    sequence: position.sequence,
    ...(heartbeat && { heartbeat: Date.parse(heartbeat) }),
  })
}
