import { createGate, unavailable } from '@quire/kit/edge'

/** Waits for a thread, and has it for the time of the work. */
export type Lane = <Result>(work: () => Promise<Result>) => Promise<Result>

interface LaneLimits {
  threads: number
  /** How many may wait. */
  queue: number
  patienceMs: number
}

/**
 * Two lanes to the threads, each with threads of its own, so that neither waits for the other. Callers take turns: one
 * has at most as many texts in front of the others as there are threads. Only so many requests wait, and only for so
 * long; beyond that they are answered 503. Work that no request waits for may wait for any time.
 */
export function createLanes({ threads, queue, patienceMs }: LaneLimits) {
  const refusal = () => unavailable('Many long texts are being read: try again.', Math.ceil(patienceMs / 2000))
  const requests = createGate({
    most: threads,
    mostOfGroup: threads,
    mostWaiting: queue,
    waitMs: patienceMs,
    refusal,
  })
  const background = createGate({ most: 1, mostOfGroup: 1, waitMs: undefined, refusal })

  return {
    ofCaller:
      (holder: string, signal: AbortSignal): Lane =>
      (work) =>
        requests(holder, signal, work),
    inBackground:
      (signal: AbortSignal): Lane =>
      (work) =>
        background('background', signal, work),
  }
}
