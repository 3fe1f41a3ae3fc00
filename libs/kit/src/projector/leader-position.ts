import type { Kysely } from 'kysely'
import type { KitTables } from '../db/tables.ts'
import { advancePosition, type StoredPosition } from './stored-position.ts'

/** The next leader reads up to this many messages again that concern nothing here, which takes a moment. */
const maxBehind = 500

/**
 * The position of a leader. Every message up to it was applied, or concerns nothing that this service projects. Messages
 * that concern nothing move the position in memory; its row follows with the next batch (docs/architecture.md#one-event).
 */
export interface LeaderPosition {
  current(): StoredPosition
  /** Moves the row within a batch's transaction; throws `Deposed` if another leader moved it. */
  store(sql: Kysely<KitTables>, to: StoredPosition): Promise<void>
  /** Resolves once nothing else moves the row until the next message is passed over. */
  settled(): Promise<void>
  /** Records that the transaction with the batch up to `to` has committed. */
  applied(to: StoredPosition): void
  /** Records that nothing up to this event concerned this service. */
  passedOver(event: Pick<StoredPosition, 'sequence' | 'message'>): void
  /** Aborts if the row could not be moved; the reason says why. */
  failed: AbortSignal
  /** Moves the row to the message that was passed over last. */
  persist(): Promise<void>
}

/** Begins at the position that the row holds; `onMove` is called with every move. */
export function createLeaderPosition(
  sql: () => Kysely<KitTables>,
  start: StoredPosition,
  onMove: (position: StoredPosition) => void,
): LeaderPosition {
  let current = start
  let row = start.sequence
  let persisting: Promise<void> | undefined
  const failed = new AbortController()

  const store: LeaderPosition['store'] = (transaction, to) =>
    advancePosition(transaction, { ...current, sequence: row }, to)

  async function persist() {
    await persisting
    const to = current
    if (to.sequence === row) return
    await store(sql(), to)
    row = to.sequence
  }

  return {
    current: () => current,
    store,
    settled: async () => persisting,
    applied(to) {
      current = to
      row = to.sequence
      onMove(current)
    },
    passedOver({ sequence, message }) {
      current = { ...current, sequence, message }
      onMove(current)
      if (persisting || sequence - row < maxBehind) return
      persisting = persist()
        .catch((error) => failed.abort(error))
        .finally(() => {
          persisting = undefined
        })
    },
    failed: failed.signal,
    persist,
  }
}
