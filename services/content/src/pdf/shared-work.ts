/** Work that several wait for. */
interface Shared<Result> {
  result: Promise<Result>
  waiting: number
  end: AbortController
}

/**
 * Does work once for all who ask for it under one key while it is under way. It ends early when the last of them has
 * gone; each of them waits no longer than its own signal.
 */
export function shareWork<Result>() {
  const underWay = new Map<string, Shared<Result>>()

  function begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Shared<Result> {
    const end = new AbortController()
    const shared: Shared<Result> = { waiting: 0, end, result: work(end.signal).finally(() => leave(key, shared)) }
    underWay.set(key, shared)
    return shared
  }

  /** Whoever asks after it was given up begins anew. */
  function leave(key: string, shared: Shared<Result>) {
    if (underWay.get(key) === shared) underWay.delete(key)
  }

  return async (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
    signal.throwIfAborted()
    const shared = underWay.get(key) ?? begin(key, work)
    shared.waiting += 1
    const gone = Promise.withResolvers<never>()
    const go = () => gone.reject(signal.reason)
    signal.addEventListener('abort', go, { once: true })
    try {
      return await Promise.race([shared.result, gone.promise])
    } finally {
      signal.removeEventListener('abort', go)
      shared.waiting -= 1
      if (shared.waiting === 0) {
        leave(key, shared)
        shared.end.abort()
        // Nobody is left to be told.
        shared.result.catch(() => undefined)
      }
    }
  }
}
