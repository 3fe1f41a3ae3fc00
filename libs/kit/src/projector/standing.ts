import type { Kysely } from 'kysely'
import type { KitTables } from '../db/tables.ts'
import { advancePosition, type StoredPosition } from './position.ts'

/** The next leader reads so many messages again that concern nothing here: a moment's work. */
const mostBehind = 500

/**
 * Where a leader stands. Everything up to there was applied, or concerns nothing that this service projects. What
 * concerns nothing moves it in memory; the row follows with the next batch (docs/architecture.md#one-event).
 */
export interface Standing {
  at(): StoredPosition
  /** Moves the row within a batch's transaction; throws `Deposed` where another leader moved it. */
  store(sql: Kysely<KitTables>, to: StoredPosition): Promise<void>
  /** Nothing else moves the row until the next message is passed over. */
  settled(): Promise<void>
  /** The transaction with the batch up to `to` has committed. */
  applied(to: StoredPosition): void
  /** Nothing up to `sequence` concerned this service. */
  passedOver(sequence: number): void
  /** Aborts where the row could not be moved; the reason says why. */
  failed: AbortSignal
  /** Moves the row to what was passed over last. */
  keep(): Promise<void>
}

/** Begins at what the row says; `tell` hears of every move. */
export function createStanding(
  sql: () => Kysely<KitTables>,
  start: StoredPosition,
  tell: (position: StoredPosition) => void,
): Standing {
  let at = start
  let row = start.sequence
  let keeping: Promise<void> | undefined
  const failed = new AbortController()

  const store: Standing['store'] = (transaction, to) => advancePosition(transaction, { ...at, sequence: row }, to)

  async function keep() {
    await keeping
    const to = at
    if (to.sequence === row) return
    await store(sql(), to)
    row = to.sequence
  }

  return {
    at: () => at,
    store,
    settled: async () => keeping,
    applied(to) {
      at = to
      row = to.sequence
      tell(at)
    },
    passedOver(sequence) {
      at = { ...at, sequence }
      tell(at)
      if (keeping || sequence - row < mostBehind) return
      keeping = keep()
        .catch((error) => failed.abort(error))
        .finally(() => {
          keeping = undefined
        })
    },
    failed: failed.signal,
    keep,
  }
}
