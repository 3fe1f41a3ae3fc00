import { createGate } from '../gate.ts'
import type { Refusal } from '../refusals.ts'

/** Waits for a thread, and has it for the time of the work. */
export type Lane = <Result>(work: () => Promise<Result>) => Promise<Result>

interface LaneOptions {
  /** Threads for requests; there is one more for the background. */
  threads: number
  /** How many may wait. */
  queue: number
  patienceMs: number
  refusal: () => Refusal
}

/**
 * Two lanes to the threads, each with threads of its own, so that neither waits for the other. Callers take turns: one
 * has at most as much work in front of the others as there are threads. Only so many requests wait, and only for so
 * long; beyond that they are refused. Work that no request waits for may wait for any time.
 */
export function createLanes({ threads, queue, patienceMs, refusal }: LaneOptions) {
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
