import { createGroupSemaphore } from '../group-semaphore.ts'
import type { Refusal } from '../refusals.ts'

/** Waits for a thread, and holds it for the duration of the work. */
export type Lane = <Result>(work: () => Promise<Result>) => Promise<Result>

interface LaneOptions {
  /** Threads for requests; the background has one more. */
  threads: number
  /** The number of requests that may wait. */
  queue: number
  timeoutMs: number
  refusal: () => Refusal
}

/**
 * Creates two lanes to the threads, each with its own threads, so that neither waits for the other. Callers
 * take turns: at most `threads` requests of one caller are ahead of those of others; for a caller within groups, such as
 * the visitors of a site, that holds in each of them. Beyond the queue or the timeout requests are refused. Background work may wait for any time.
 */
export function createLanes({ threads, queue, timeoutMs, refusal }: LaneOptions) {
  const requests = createGroupSemaphore({
    permits: threads,
    permitsPerGroup: threads,
    maxWaiting: queue,
    timeoutMs: timeoutMs,
    refusal,
  })
  const background = createGroupSemaphore({ permits: 1, permitsPerGroup: 1, timeoutMs: undefined, refusal })

  return {
    ofCaller:
      (holder: string | readonly string[], signal: AbortSignal): Lane =>
      (work) =>
        requests(holder, signal, work),
    inBackground:
      (signal: AbortSignal): Lane =>
      (work) =>
        background('background', signal, work),
  }
}
