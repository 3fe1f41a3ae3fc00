import { setImmediate } from 'node:timers/promises'
import { callerDisconnected } from '../refusals.ts'

/** Watches whether the caller of a live answer may still read it. */
export interface AccessWatch {
  /** The signal of the request, which aborts when the caller disconnects. */
  signal: AbortSignal
  /** Throws the refusal if the caller may no longer read the answer. */
  check(): Promise<void>
  /** Calls `look` whenever the result of the check may have changed; returns a function that stops that. */
  onChange(look: () => void): () => void
}

/**
 * Yields the states of an answer as it grows, for as long as its caller may read it. The answer outlives the checks of its
 * request, so access is checked again with every change of rights: after a change that this process has received, no state
 * is sent before a new check. The signal that `write` gets aborts when the answer ends for any reason. A slow reader does
 * not delay the writer, and gets the latest state.
 */
export const whileAllowed = <State>(watch: AccessWatch, write: (signal: AbortSignal) => AsyncIterable<State>) =>
  allowed(watch, (signal) => latestStates(write(signal)))

/** Like `whileAllowed`, for events of which each matters: a slow reader delays their source. */
export const eventsWhileAllowed = <Event>(watch: AccessWatch, read: (signal: AbortSignal) => AsyncIterable<Event>) =>
  allowed(watch, read)

async function* allowed<State>(
  { signal, check, onChange }: AccessWatch,
  statesUntil: (signal: AbortSignal) => AsyncIterable<State>,
): AsyncGenerator<State, void, void> {
  const end = new AbortController()
  const either = AbortSignal.any([signal, end.signal])
  const checks = repeated(check, (refusal) => end.abort(refusal))
  const stop = onChange(checks.request)
  try {
    for await (const state of abortable(either, statesUntil(either))) {
      await checks.done()
      either.throwIfAborted()
      yield state
    }
  } catch (error) {
    // A caller that disconnected gets no error.
    if (!signal.aborted) throw error
  } finally {
    stop()
    end.abort(callerDisconnected())
  }
}

/** Runs `work` on request; requests that arrive while it runs share one further run. */
function repeated(work: () => Promise<void>, failed: (error: unknown) => void) {
  let isRequested = false
  let working: Promise<void> | undefined
  async function run() {
    try {
      while (isRequested) {
        isRequested = false
        await work()
      }
    } catch (error) {
      failed(error)
    } finally {
      // At once, so that the next request starts a new run.
      working = undefined
    }
  }
  return {
    request() {
      isRequested = true
      working ??= run()
    },
    async done() {
      while (working) await working
    },
  }
}

/** Yields the items until `signal` aborts: then its reason is thrown, without a wait for the next item. */
async function* abortable<Item>(signal: AbortSignal, items: AsyncIterable<Item>): AsyncGenerator<Item, void, void> {
  const iterator = items[Symbol.asyncIterator]()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => undefined)
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // The iterator's own wait may end later, and its result is of no use any more.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

/**
 * Yields the states of something that grows, each of them whole. The producer never waits for a reader: a reader that is
 * slower than the producer gets the latest state, and at most one state is buffered.
 */
export async function* latestStates<State>(states: AsyncIterable<State>): AsyncGenerator<State, void, void> {
  const iterator = states[Symbol.asyncIterator]()
  let latest: { state: State } | undefined
  let changed = Promise.withResolvers<void>()
  let hasEnded = false

  async function consume(): Promise<void> {
    for (let next = await iterator.next(); !next.done && !hasEnded; next = await iterator.next()) {
      latest = { state: next.value }
      changed.resolve()
      // A reader that waits gets this state before the next one is produced.
      await setImmediate()
    }
  }

  let isConsumed = false
  const consuming = consume().finally(() => {
    isConsumed = true
    changed.resolve()
  })
  consuming.catch(() => undefined)
  try {
    for (;;) {
      if (!latest && !isConsumed) await changed.promise
      changed = Promise.withResolvers()
      if (latest) {
        const { state } = latest
        latest = undefined
        yield state
      } else if (isConsumed) return await consuming
    }
  } finally {
    hasEnded = true
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
