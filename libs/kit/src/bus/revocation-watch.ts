import { EventEmitter, once } from 'node:events'
import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import type { Logger } from '../log.ts'
import { startLoop } from '../loop.ts'
import type { Bus } from './bus.ts'
import { createRevokedRanges, type RevokedRanges, revocationKey } from './revoked-ranges.ts'

/** Revoked tokens and memberships, known to every process without a request (docs/architecture.md#taking-rights-away). */
export interface Revocations {
  /** `noun` and `key` as in its event, for example `identity.token` and a token's id. */
  has(noun: string, key: string): boolean
  /** The revoked keys of a noun, without ranges. */
  keysOf(noun: string): string[]
  /** Counts the changes of these keys: without one, none has to be looked at again. */
  changes(): number
  isSeeded(): boolean
  /** Resolves once this process has learned of a key of the bucket. */
  learned(key: string): Promise<void>
  /** Adds keys that another process announced before the watch of the bucket delivered them. */
  learn(keys: Iterable<string>): void
  /** Calls `listener` when this process learns of the key; returns a function that stops that. */
  onceLearned(key: string, listener: () => void): () => void
}

/** Identity writes this key when the bucket holds all revocations of its tables; no service is ready before. */
export const seededKey = 'seeded'

const retryAfterMs = 250
/** A watch that delivers none of several new entries within this time is broken. */
const deliveryMs = 5000

/** Watches the bucket as long as the bus is open; the returned view is complete once `isSeeded` is true. */
export function watchRevocations(bus: Bus, log: Logger): Revocations {
  let revoked: ReadonlySet<string> = new Set()
  /** Keys that the watch has not delivered yet. */
  const announced = new Set<string>()
  const learning = new EventEmitter().setMaxListeners(0)
  const ranges = createRevokedRanges()
  let changes = 0
  const isKnown = (key: string) => revoked.has(key) || announced.has(key) || ranges.has(key)
  const loop = startLoop({ name: 'revocations', everyMs: retryAfterMs, log }, async () => {
    if (bus.isConnected())
      await follow(bus, { keys: revoked, ranges, log }, (keys, learned) => {
        revoked = keys
        changes += 1
        for (const key of learned) {
          announced.delete(key)
          learning.emit(key)
        }
        for (const key of learning.eventNames()) if (ranges.has(String(key))) learning.emit(key)
      })
  })
  bus.stopFirst(loop)
  return {
    has: (noun, key) => isKnown(revocationKey(noun, key)),
    keysOf(noun) {
      const prefix = revocationKey(noun, '')
      return [...revoked].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
    },
    changes: () => changes,
    isSeeded: () => revoked.has(seededKey),
    async learned(key) {
      if (!isKnown(key)) await once(learning, key)
    },
    learn(keys) {
      for (const key of keys) {
        if (isKnown(key)) continue
        announced.add(key)
        learning.emit(key)
      }
    },
    onceLearned(key, listener) {
      learning.once(key, listener)
      return () => learning.off(key, listener)
    },
  }
}

/**
 * Reads the bucket and every later change, until the broker may hold other data than before or delivers nothing. Keys that
 * were known before stay in force until the bucket says that they were deleted: it may have lost its end. Such keys are
 * added to it, so that all processes know the same, and one deletion reaches all. The mark of a complete bucket is read
 * again.
 */
async function follow(
  bus: Bus,
  before: { keys: ReadonlySet<string>; ranges: RevokedRanges; log: Logger },
  update: (keys: ReadonlySet<string>, learned: Iterable<string>) => void,
) {
  const end = AbortSignal.any([bus.changed(), bus.closing])
  const { ranges, log } = before
  const keys = new Set(before.keys)
  keys.delete(seededKey)
  const { values, streamInfo } = await bus.revocations.status()
  const watch = await bus.revocations.watch()
  const stop = () => watch.stop()
  end.addEventListener('abort', stop, { once: true })
  if (end.aborted) return stop()
  const unseen = new Set(keys)
  let whole = false
  let seen = 0
  await using _guard = stopWhenSilent({ bus, log, seen: () => seen, stop })
  async function complete() {
    whole = true
    // If the last entry was erased, none that is delivered has its revision.
    seen = Math.max(seen, streamInfo.state.last_seq)
    update(keys, keys)
    await Promise.all([...unseen].map((key) => addUnlessThere(bus, key)))
  }
  if (values === 0) await complete()
  for await (const entry of watch) {
    seen = entry.revision
    unseen.delete(entry.key)
    if (entry.operation !== 'PUT') {
      keys.delete(entry.key)
      ranges.delete(entry.key)
    } else if (!ranges.put(entry.key, entry.string())) keys.add(entry.key)
    if (whole) update(keys, [entry.key])
    else if (entry.isUpdate) await complete()
  }
}

/**
 * Calls `stop` when the bucket has entries after the revision that was seen last and none is delivered. The client notices
 * only after 60 to 90 seconds that the broker has lost its consumer, for example with a server of a cluster to which this
 * process is not connected.
 */
function stopWhenSilent({ bus, log, seen, stop }: { bus: Bus; log: Logger; seen: () => number; stop: () => void }) {
  let before = { seen: seen(), revision: 0 }
  const loop = startLoop({ name: 'revocation delivery', everyMs: deliveryMs, log }, async () => {
    const now = { seen: seen(), revision: bus.isConnected() ? bus.bucketRevision() : 0 }
    const isSilent = now.seen === before.seen && now.seen < Math.min(now.revision, before.revision)
    before = now
    if (!isSilent) return
    log.warn(now, 'revocations are not delivered: the bucket is read again')
    stop()
  })
  return { [Symbol.asyncDispose]: () => loop.stop() }
}

/** Adds a key to the bucket, unless it is there, or was there and is deleted. */
const addUnlessThere = (bus: Bus, key: string): Promise<void> =>
  unlessOvertaken(bus.revocations.put(key, '', { previousSeq: 0 }))

/**
 * Deletes a key of the bucket, also where only processes have it still. Does nothing if somebody writes the key at the same
 * time: another process that withdraws it, or a new revocation.
 */
export async function withdrawRevocation(bus: Bus, key: string): Promise<void> {
  const entry = await bus.revocations.get(key)
  await unlessOvertaken(bus.revocations.delete(key, { previousSeq: entry?.revision ?? 0 }))
}

async function unlessOvertaken(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamWrongLastSequence)) throw error
  }
}
