import { setTimeout as delay } from 'node:timers/promises'

export interface LoadRequest {
  path: string
  init: RequestInit
}

interface SteadyLoad {
  /** What was asked in turn. */
  requestOf: (n: number) => LoadRequest
  perSecond: number
}

const timeoutMs = 20_000
/** The rate is kept by sending what is due, this often. */
const everyMs = 5

/** Sends one request; returns the status, and the failure in words if it was not answered as it should be. */
export async function send(url: string, { path, init }: LoadRequest): Promise<{ status?: number; failure?: string }> {
  const { method = 'GET' } = init
  try {
    const answer = await fetch(url + path, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    const text = await answer.text()
    const { status, ok } = answer
    return ok ? { status } : { status, failure: `${method} ${path}: ${status} ${text.slice(0, 200)}` }
  } catch (error) {
    return { failure: `${method} ${path}: ${error} ${(error as Error).cause ?? ''}` }
  }
}

/**
 * Sends requests at a rate, whether the earlier ones are answered or not, until it is ended. `failures` grows meanwhile;
 * `end` waits for all answers, and counts them by status.
 */
export function steadyLoad(url: string, { requestOf, perSecond }: SteadyLoad) {
  const begun = performance.now()
  const statuses = new Map<number, number>()
  const failures: string[] = []
  const pending = new Set<Promise<void>>()
  const over = new AbortController()
  let slowestMs = 0
  let count = 0
  async function ask(request: LoadRequest) {
    const sentAt = performance.now()
    const { status, failure } = await send(url, request)
    if (status !== undefined) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (failure !== undefined) failures.push(failure)
    slowestMs = Math.max(slowestMs, performance.now() - sentAt)
  }
  const sending = (async () => {
    while (!over.signal.aborted) {
      const due = ((performance.now() - begun) / 1000) * perSecond
      while (count < due) {
        const one = ask(requestOf(count++)).finally(() => pending.delete(one))
        pending.add(one)
      }
      await delay(everyMs, undefined, { signal: over.signal }).catch(() => undefined)
    }
  })()
  return {
    failures,
    async end() {
      over.abort()
      await sending
      await Promise.all(pending)
      return { count, statuses, slowestMs }
    },
  }
}
