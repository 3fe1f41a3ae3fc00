import { setTimeout } from 'node:timers/promises'
import { type ConsumerMessages, DeliverPolicy, type JsMsg } from '@nats-io/jetstream'
import { type Bus, streamIdentity } from '../bus/bus.ts'
import { newId } from '../ids.ts'
import { isFollowed } from '../outbox/followed-header.ts'
import { applyBatch, type PendingMessage, type ProjectorDeps } from './batch.ts'
import { createLeaderPosition, type LeaderPosition } from './leader-position.ts'
import type { Progress } from './leader-progress.ts'
import { readPosition, resetPosition, type StoredPosition } from './stored-position.ts'
import { eventAt, isInStream, parseEnvelope } from './stream-history.ts'

/** The longest wait for the rest of a write, which was sent together with its first events. */
const batchCollectMs = 10

type Messages = AsyncIterable<JsMsg> & { getPending(): number }

const batchSize = 256
const fetchMs = 10_000

/** Thrown if a migration made a later version of this service's projector necessary. */
export class Outdated extends Error {
  constructor() {
    super('a newer version of this service has migrated the database and takes the lead')
  }
}

/** Thrown if a sequence is not the next one: the stream lost messages. */
export class Gap extends Error {}

/** Reads the stream from this service's position and applies it, until `signal` aborts; throws `Gap` if messages are missing. */
export async function followStream(
  deps: ProjectorDeps,
  progress: Progress,
  signal: AbortSignal,
  { startOver }: { startOver: boolean },
): Promise<void> {
  const start = await startingPoint(deps, signal, startOver)
  if (!start) return
  progress.moved(start)
  // A batch that commits after the lead has ended may be of a history that the stream has lost meanwhile.
  const position = createLeaderPosition(deps.sql, start, (to) => !signal.aborted && progress.moved(to))
  const ended = AbortSignal.any([signal, position.failed])
  await applyFrom(deps, position, ended)
  position.failed.throwIfAborted()
  await position.persist()
}

async function applyFrom(deps: ProjectorDeps, position: LeaderPosition, signal: AbortSignal): Promise<void> {
  const consumer = await deps.bus.jetstream.consumers.get(deps.bus.stream, {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: position.current().sequence + 1,
  })
  while (!signal.aborted) {
    const messages = await consumer.fetch({ max_messages: batchSize, expires: fetchMs })
    await untilAborted(messages, signal, () => applyAll(deps, position, messages, signal))
  }
}

/**
 * Ends the wait for messages when `signal` aborts. The messages always end with the work: an unread fetch would go on
 * requesting more, and keep its process alive.
 */
export async function untilAborted<T>(
  messages: Pick<ConsumerMessages, 'stop'>,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const stop = () => messages.stop()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await work()
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

async function applyAll(
  deps: ProjectorDeps,
  position: LeaderPosition,
  messages: ConsumerMessages,
  signal: AbortSignal,
): Promise<void> {
  for await (const batch of batchesOf(messages, batchSize)) {
    const first = position.current().sequence + 1
    await applyBatch(
      deps,
      position,
      batch.map((message, at) => read(deps.bus, message, first + at)),
    )
    deps.metrics.lag.set(batch.at(-1)?.info.pending ?? 0)
    if (signal.aborted) return
  }
}

function read(bus: Bus, message: JsMsg, expected: number): PendingMessage {
  if (message.seq !== expected) throw new Gap(`expected ${expected}, the stream continues at ${message.seq}`)
  return { sequence: message.seq, envelope: parseEnvelope(bus, message) }
}

/**
 * Returns the position to continue from, undefined once `signal` aborts. A new stream, one that no longer has the next event,
 * or one that has another event at the position, starts over with a resync. Throws `Outdated` if a migration has made this
 * process too old to continue.
 */
async function startingPoint(
  { bus, sql, projections, schema, log }: ProjectorDeps,
  signal: AbortSignal,
  startOver: boolean,
): Promise<StoredPosition | undefined> {
  const stored = await readPosition(sql())
  if (stored && stored.schema > schema) throw new Outdated()
  // A broker that ends before it answers never does, and the wait for it would be seconds.
  const stream = await unlessAborted(streamIdentity(bus), signal)
  if (!stream) return undefined
  if (stored && !startOver && (await isInStream(bus, stored, stream))) return stored
  const owners = new Set([...projections.values()].map((one) => one.noun.owner))
  const wanted = Object.fromEntries([...owners].map((owner) => [owner, newId()]))
  const isAnew = stored?.stream === '' || stored?.resync.isAnew === true
  const message = await eventAt(bus, stream.last)
  const fresh = {
    stream: stream.id,
    sequence: stream.last,
    message,
    resync: { wanted, active: {}, unread: {}, isAnew },
  }
  log.info({ from: stored?.sequence, to: fresh.sequence, owners: [...owners] }, 'projections are resynchronised')
  await resetPosition(sql(), fresh, schema)
  return fresh
}

/** Resolves as `work` does, with undefined if `signal` aborts first. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>()
  const end = () => resolve(undefined)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/**
 * Yields messages as they arrive, at most `max` together: those that have arrived, and the rest of the events of one write.
 * So a write costs one transaction, and a caller that waits for its last event does not wait for two.
 */
async function* batchesOf(messages: Messages, max: number): AsyncGenerator<JsMsg[], undefined> {
  const arriving = messages[Symbol.asyncIterator]()
  let batch: JsMsg[] = []
  let next: Promise<IteratorResult<JsMsg>> | undefined
  for (;;) {
    const { value, done } = await (next ?? arriving.next())
    next = undefined
    if (done) break
    batch.push(value)
    if (batch.length < max) {
      if (messages.getPending() > 1) continue
      if (isFollowed(value)) {
        next = arriving.next()
        if (await arrivesSoon(next)) continue
      }
    }
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** True if the next message, or the end, arrives within the time that the events of a write are apart. */
async function arrivesSoon(next: Promise<unknown>): Promise<boolean> {
  const waiting = new AbortController()
  const timeout = setTimeout(batchCollectMs, false, { signal: waiting.signal }).catch(() => false)
  // The next call of the iterator awaits the promise too.
  next.catch(() => undefined)
  try {
    return await Promise.race([next.then(() => true), timeout])
  } finally {
    waiting.abort()
  }
}
