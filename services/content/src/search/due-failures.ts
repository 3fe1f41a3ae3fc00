import { afterFailure, isContention, isOutage, type Patience, takenUp, usualPatience } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { DueTables } from './due.ts'

/** Pages that were taken together, as they were then. */
export interface DueAttempt {
  page_id: string
  revision: string
  attempts: number
}

/** Due pages whose time has come and that nobody has taken, or took so long ago that they must have been killed. */
export const isFree = raw`parked_at is null and (try_at is null or try_at <= now())
  and (taken_at is null or taken_at < now() - interval '1 minute')`

/**
 * Indexes pages that were taken together. A failure counts for those that are still due: each is tried again by itself
 * after a growing pause, and parked after too many failures. A database that is away counts for none of them and
 * throws.
 */
export async function countingFailures(
  sql: Kysely<DueTables>,
  spaceId: string,
  taken: readonly DueAttempt[],
  work: () => Promise<void>,
  patience: Patience = usualPatience,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isOutage(error) || isContention(error) || isStop(error)) throw error
    for (const { page_id, revision, attempts } of taken)
      await sql
        .updateTable('page_index_due')
        .set({ ...afterFailure(attempts, error, patience), taken_at: null })
        .where('space_id', '=', spaceId)
        .where('page_id', '=', page_id)
        .where('revision', '=', revision)
        .execute()
  }
}

/** The service stops, and what was read for the index with it. */
const isStop = (error: unknown) => Object(error).name === 'AbortError'

/** Takes parked pages up again; answers how many there were. */
export async function replayParkedPages(sql: Kysely<DueTables>): Promise<number> {
  const { numUpdatedRows } = await sql
    .updateTable('page_index_due')
    .set({ ...takenUp, taken_at: null })
    .where('parked_at', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
