/** Work that several callers wait for. */
interface Shared<Result> {
  result: Promise<Result>
  waiting: number
  end: AbortController
}

/**
 * Shares work between concurrent callers with the same key. Each caller waits no longer than its own signal; when the
 * last one stops waiting, the work is aborted.
 */
export function shareWork<Result>() {
  const inProgress = new Map<string, Shared<Result>>()

  function begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Shared<Result> {
    const end = new AbortController()
    const shared: Shared<Result> = { waiting: 0, end, result: work(end.signal).finally(() => remove(key, shared)) }
    inProgress.set(key, shared)
    return shared
  }

  /** Removes shared work, so that a later caller begins it again. */
  function remove(key: string, shared: Shared<Result>) {
    if (inProgress.get(key) === shared) inProgress.delete(key)
  }

  return async (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
    signal.throwIfAborted()
    const shared = inProgress.get(key) ?? begin(key, work)
    shared.waiting += 1
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await Promise.race([shared.result, aborted.promise])
    } finally {
      signal.removeEventListener('abort', abort)
      shared.waiting -= 1
      if (shared.waiting === 0) {
        remove(key, shared)
        shared.end.abort()
        // No caller is left to handle the rejection.
        shared.result.catch(() => undefined)
      }
    }
  }
}
