import type { Refusal } from './refusals.ts'

/** Releases a permit; a second call does nothing. */
export type Release = () => void

/** Bounds work at the same time for each key, such as a caller. */
export interface KeyedSemaphore {
  /**
   * Resolves with a permit as soon as the key has one left. Rejects with the refusal when the timeout ends, when the
   * signal aborts, or at once if too many wait already. `signalOf` is called only if the caller has to wait.
   */
  acquire(key: string, signalOf: () => AbortSignal): Promise<Release>
  /** The number of permits that a key holds; without one, that all keys hold. */
  held(key?: string): number
  /** The number of callers that wait, for permits of any key. */
  waiting(): number
}

interface KeyState {
  held: number
  waiting: Set<() => void>
}

interface KeyedSemaphoreOptions {
  /** Permits of each key. */
  permits: number
  /** The number of callers that may wait for a key's permits; unbounded if absent. */
  maxWaiting?: number
  /** The longest wait; undefined waits until the signal aborts. */
  timeoutMs: number | undefined
  refusal: () => Refusal
}

/** Keys never wait for each other, and the callers of each key are served first come, first served. */
export function createKeyedSemaphore({
  permits,
  maxWaiting = Number.POSITIVE_INFINITY,
  timeoutMs,
  refusal,
}: KeyedSemaphoreOptions): KeyedSemaphore {
  const states = new Map<string, KeyState>()
  const total = { held: 0, waiting: 0 }

  function releaseOf(key: string, state: KeyState): Release {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const [next] = state.waiting
      if (next) return next()
      total.held -= 1
      state.held -= 1
      if (state.held === 0) states.delete(key)
    }
  }

  function wait(key: string, state: KeyState, signal: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        state.waiting.delete(proceed)
        total.waiting -= 1
      }
      const proceed = () => {
        end()
        resolve(releaseOf(key, state))
      }
      const giveUp = () => {
        end()
        reject(refusal())
      }
      const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs)
      signal.addEventListener('abort', giveUp, { once: true })
      state.waiting.add(proceed)
      total.waiting += 1
    })
  }

  return {
    held: (key) => (key === undefined ? total.held : (states.get(key)?.held ?? 0)),
    waiting: () => total.waiting,
    async acquire(key, signalOf) {
      const known = states.get(key)
      const state = known ?? { held: 0, waiting: new Set() }
      if (!known) states.set(key, state)
      if (state.held >= permits) {
        const signal = signalOf()
        if (signal.aborted || state.waiting.size >= maxWaiting) throw refusal()
        return wait(key, state, signal)
      }
      total.held += 1
      state.held += 1
      return releaseOf(key, state)
    },
  }
}
