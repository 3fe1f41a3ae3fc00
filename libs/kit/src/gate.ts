import { createPlaces } from './places.ts'
import type { Refusal } from './refusals.ts'

interface GateOptions {
  /** How many may be inside. */
  most: number
  /** How many of one group: the rest is left to the others. */
  mostOfGroup: number
  /** How many may wait; any number where absent. */
  mostWaiting?: number
  /** How long one waits at most; undefined: for ever. */
  waitMs: number | undefined
  refusal: () => Refusal
}

/**
 * Does `work` once there is room; throws the refusal where that takes too long, and the reason of `signal` where it
 * aborts before.
 */
export type Gate = <Result>(group: string, signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>

/** Bounds how much of something is under way at once. Those who wait are let in in the order of coming. */
export function createGate({ most, mostOfGroup, mostWaiting, waitMs, refusal }: GateOptions): Gate {
  // Two lines, but one deadline for both: the signal ends the wait, not the patience of a line.
  const terms = { ...(mostWaiting !== undefined && { mostWaiting }), patienceMs: undefined, refusal }
  const ofGroup = createPlaces({ ...terms, most: mostOfGroup })
  const ofAll = createPlaces({ ...terms, most })

  return async (group, signal, work) => {
    signal.throwIfAborted()
    let patience: AbortSignal | undefined
    const ends = () => {
      patience ??= waitMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
      return patience
    }
    const refuse = (error: unknown) => {
      signal.throwIfAborted()
      throw error
    }
    const leaveGroup = await ofGroup.take(group, ends).catch(refuse)
    try {
      const leave = await ofAll.take('everybody', ends).catch(refuse)
      try {
        return await work()
      } finally {
        leave()
      }
    } finally {
      leaveGroup()
    }
  }
}
