import type { AcknowledgedWrite, Span } from './losses.ts'
import type { RequestFailure } from './request-failure.ts'

/** Something that must never happen, unless the database has lost the write that it is about. */
export interface Wrong {
  kind: 'rights' | 'twice'
  what: string
  by: AcknowledgedWrite
  /** The write that made the token which was used. */
  of?: AcknowledgedWrite | undefined
}

/** A refusal or a bug. */
export interface RefusedWrite extends Span {
  what: string
}

/** The outcomes of all clients' writes. */
interface Tally {
  acknowledged: number
  /** Writes without acknowledgement, whether done or not. */
  failed: number
  /** Writes sent again under the same key. */
  repeated: number
  /** Refusals and bugs that a client which sees its own writes should never meet. */
  refused: RefusedWrite[]
  wrong: Wrong[]
  failures: RequestFailure[]
}

/** Counts writes; `more(n)` resolves when `n` further ones are acknowledged, for any time. */
export function createTally() {
  const tally: Tally = { acknowledged: 0, failed: 0, repeated: 0, refused: [], wrong: [], failures: [] }
  const waiting = new Set<{ at: number; resolve: () => void }>()
  return {
    tally,
    acknowledge() {
      tally.acknowledged += 1
      for (const one of waiting) {
        if (tally.acknowledged < one.at) continue
        waiting.delete(one)
        one.resolve()
      }
    },
    more: (count: number) =>
      new Promise<void>((resolve) => void waiting.add({ at: tally.acknowledged + count, resolve })),
  }
}
export type TallyCounter = ReturnType<typeof createTally>
