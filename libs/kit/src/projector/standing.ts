import type { Kysely } from 'kysely'
import type { KitTables } from '../db/tables.ts'
import { advancePosition, type StoredPosition } from './position.ts'

/** A replica that missed an announcement looks into the row for two seconds, so it must be there before. */
const keepWithinMs = 1000
/** No write waits for the place of a heartbeat, so many of them are kept at once. */
const heartbeatsKept = 1000

/**
 * Where a leader stands. Everything up to there was applied, or concerns nothing that this service projects. What
 * concerns nothing moves it in memory; the row follows with the next batch, or within a second (docs/architecture.md#one-event).
 */
export interface Standing {
  at(): StoredPosition
  /** Moves the row within a batch's transaction; throws `Deposed` where another leader moved it. */
  store(sql: Kysely<KitTables>, to: StoredPosition): Promise<void>
  /** Nothing else moves the row until the next message was passed over. */
  settled(): Promise<void>
  /** The transaction with the batch up to `to` has committed. */
  applied(to: StoredPosition): void
  /** Nothing up to `sequence` concerned this service; `heartbeats`: it was nothing else. */
  passedOver(sequence: number, told: { heartbeats: boolean }): void
  /** Aborts where the row could not be moved; the reason says why. */
  failed: AbortSignal
  /** Moves the row to what was passed over last. */
  keep(): Promise<void>
  /** Leaves the row where it is from now on. */
  stop(): void
}

/** Begins at what the row says; `tell` hears of every move. */
export function createStanding(
  sql: () => Kysely<KitTables>,
  start: StoredPosition,
  tell: (position: StoredPosition) => void,
): Standing {
  let at = start
  let row = start.sequence
  let keeping: Promise<void> = Promise.resolve()
  let due: NodeJS.Timeout | undefined
  const failed = new AbortController()

  const store: Standing['store'] = (transaction, to) => advancePosition(transaction, { ...at, sequence: row }, to)

  async function keep() {
    due = undefined
    const to = at
    if (to.sequence === row) return
    await store(sql(), to)
    row = to.sequence
  }

  function isDue(heartbeats: boolean) {
    return due === undefined && (!heartbeats || at.sequence - row >= heartbeatsKept)
  }

  return {
    at: () => at,
    store,
    async settled() {
      clearTimeout(due)
      due = undefined
      await keeping
    },
    applied(to) {
      at = to
      row = to.sequence
      tell(at)
    },
    passedOver(sequence, { heartbeats }) {
      at = { ...at, sequence }
      tell(at)
      if (!isDue(heartbeats)) return
      due = setTimeout(() => {
        keeping = keep().catch((error) => failed.abort(error))
      }, keepWithinMs)
    },
    failed: failed.signal,
    async keep() {
      clearTimeout(due)
      await keeping
      await keep()
    },
    stop: () => clearTimeout(due),
  }
}
