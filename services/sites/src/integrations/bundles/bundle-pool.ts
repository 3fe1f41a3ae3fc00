import { createGroupSemaphore, lruOptions } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import { BundleFailed } from './bundle-failed.ts'
import type { RunningBundle } from './bundle-process.ts'
import type { BundleAnswer, BundleRequest } from './bundle-request.ts'

/** A bundle that an organization has published. */
export interface Bundle {
  /** Another one for each version. */
  id: string
  /** Returns who publishes it, as groups that have places: the account's origin, the account, the organization. */
  publisher(): Promise<readonly string[]>
  /** Reads the script; undefined if it is not published any more. */
  script(): Promise<string | undefined>
}

export interface BundlePool extends AsyncDisposable {
  /** Has a bundle handle an event; throws `BundleFailed`, and the reason of the request's signal if that aborts. */
  ask(bundle: Bundle, request: BundleRequest): Promise<BundleAnswer>
}

interface PoolOptions {
  /** Processes at the same time, and events that are handled at the same time. */
  processes: number
  start: (script: string) => Promise<RunningBundle>
  /** The time after its last event that a process is ended. */
  idleMs: number
  now: () => number
}

const maxWaiting = 200
const sweepEveryMs = 1000
/** The kernel ends a process after twice as much; a new one takes over before. */
const maxCpuSeconds = 30
/** Work that goes on after the answers, in seconds of the processor. */
const maxIdleCpuSeconds = 5
/** Ends of a process in a row that are followed by no delay. */
const freeFailures = 1
const maxDelaySeconds = 300
const maxFailuresBytes = 1_000_000
const failureBytes = 200

const isFull = () =>
  new BundleFailed('has to wait: all places for bundles are taken', { retryAfterSeconds: 2, isOfBundle: false })

/** A process, or one that starts. */
interface Place {
  bundleId: string
  running: Promise<RunningBundle>
  /** Set once it runs. */
  process?: RunningBundle
  busy: number
  idleSince: number
  cpuWhenIdle: number
}

/**
 * Runs each bundle in a process of its own, which starts with an event and ends when none follows. An event needs one of as
 * many permits as there are processes, so one that has a permit finds a process, or one to end. An organization has half of
 * the permits at most, and so has an account in all that it made. A process that does not answer in time gets no more events and is ended; so does one that ends too
 * often, for a time that doubles.
 */
export function openBundlePool({ processes, start, idleMs, now }: PoolOptions): BundlePool {
  const places = new Map<string, Place>()
  /** Places without a future that still have events. */
  const retired = new Set<Place>()
  const ending = new Set<Promise<void>>()
  const failures = new LRUCache<string, { count: number; until: number }>(lruOptions(maxFailuresBytes, failureBytes))
  const inTurn = createGroupSemaphore({
    ...{ permits: processes, permitsPerGroup: Math.max(1, Math.ceil(processes / 2)), maxWaiting },
    ...{ timeoutMs: undefined, refusal: isFull },
  })

  function end(place: Place): Promise<void> {
    if (places.get(place.bundleId) === place) places.delete(place.bundleId)
    retired.delete(place)
    const one = place.running
      .then((process) => process[Symbol.asyncDispose]())
      .catch(() => undefined)
      .finally(() => ending.delete(one))
    ending.add(one)
    return one
  }

  function retire(place: Place): void {
    if (places.get(place.bundleId) !== place) return
    places.delete(place.bundleId)
    retired.add(place)
    if (place.busy === 0) void end(place)
  }

  /** Ends idle processes until there are no more than may be: those that use no permit are idle, so there are enough. */
  async function makeRoom(): Promise<void> {
    while (places.size + retired.size > processes) {
      const idle = [...places.values()].filter(({ busy }) => busy === 0)
      const oldest = idle.toSorted((one, other) => one.idleSince - other.idleSince)[0]
      if (!oldest) break
      void end(oldest)
    }
    await Promise.all(ending)
  }

  async function begin(place: Place, bundle: Bundle): Promise<RunningBundle> {
    await makeRoom()
    const script = await bundle.script()
    if (script === undefined) throw new BundleFailed('is not published any more')
    place.process = await start(script)
    return place.process
  }

  function placeOf(bundle: Bundle): Place {
    const known = places.get(bundle.id)
    if (known && known.process?.ended() === undefined) return known
    if (known) retire(known)
    const place: Place = {
      ...{ bundleId: bundle.id, busy: 0, idleSince: 0, cpuWhenIdle: 0 },
      // Begins once the place is counted.
      running: Promise.resolve().then(() => begin(place, bundle)),
    }
    places.set(bundle.id, place)
    return place
  }

  function requireNoDelay({ id }: Bundle): void {
    const { count = 0, until = 0 } = failures.get(id) ?? {}
    const seconds = Math.ceil((until - now()) / 1000)
    if (seconds > 0)
      throw new BundleFailed(`has failed ${count} times in a row and waits ${seconds} seconds`, {
        retryAfterSeconds: seconds,
      })
  }

  function count({ id }: Bundle): void {
    const failed = (failures.get(id)?.count ?? 0) + 1
    const delay = failed > freeFailures ? Math.min(2 ** (failed - freeFailures), maxDelaySeconds) : 0
    failures.set(id, { count: failed, until: now() + delay * 1000 })
  }

  async function askIn(place: Place, bundle: Bundle, request: BundleRequest, signal: AbortSignal) {
    place.busy += 1
    try {
      const process = await until(place.running, signal)
      const answer = await process.ask(request, signal)
      failures.delete(bundle.id)
      return answer
    } catch (error) {
      // One that has ended is counted once, however many events it had.
      if (places.get(bundle.id) === place && !request.signal.aborted) {
        count(bundle)
        retire(place)
      }
      throw error
    } finally {
      place.busy -= 1
      if (place.busy === 0) settle(place)
    }
  }

  function settle(place: Place): void {
    place.idleSince = now()
    place.cpuWhenIdle = place.process?.use()?.cpuSeconds ?? 0
    if (retired.has(place) || place.process?.ended() !== undefined || place.cpuWhenIdle > maxCpuSeconds) void end(place)
  }

  const sweep = setInterval(() => {
    for (const place of places.values()) {
      if (place.busy > 0) continue
      const cpu = (place.process?.use()?.cpuSeconds ?? 0) - place.cpuWhenIdle
      if (now() - place.idleSince > idleMs || cpu > maxIdleCpuSeconds) void end(place)
    }
  }, sweepEveryMs).unref()

  return {
    async ask(bundle, request) {
      const deadline = AbortSignal.timeout(request.timeoutMs)
      const signal = AbortSignal.any([request.signal, deadline])
      let hasPlace = false
      try {
        return await inTurn(await bundle.publisher(), signal, async () => {
          hasPlace = true
          requireNoDelay(bundle)
          return await askIn(placeOf(bundle), bundle, request, signal)
        })
      } catch (error) {
        if (error === deadline.reason && !hasPlace) throw isFull()
        if (error === deadline.reason)
          throw new BundleFailed(`did not answer within ${request.timeoutMs / 1000} seconds`)
        throw error
      }
    },
    async [Symbol.asyncDispose]() {
      clearInterval(sweep)
      for (const place of [...places.values(), ...retired]) void end(place)
      await Promise.all(ending)
    },
  }
}

/** Resolves like the promise; throws the reason of the signal if that aborts before. */
async function until<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
