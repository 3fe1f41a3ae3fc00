import { createTurns } from '@quire/kit'
import type { IndexedState } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { QueuedSpace } from '../tables/indexing.tables.ts'

/** The duration of a lease on a space. The worker that holds the lease renews it. */
const leaseSeconds = 10
const renewEveryMs = (leaseSeconds * 1000) / 3

/**
 * Returns the function that takes a lease on the next space: accounts take turns, those of one address together, and an
 * account begins with the space that has been due for longest. The worker holds no lock and no transaction. Its result is
 * stored only if no other worker continued with the space meanwhile, so an expired lease costs only the work.
 */
export function spacesInTurn(sql: () => Sql): () => Promise<QueuedSpace | undefined> {
  const turns = createTurns({ sql, table: 'search_space' })
  return () =>
    turns.take<QueuedSpace>({
      free: raw`pending and (try_at is null or try_at <= now())`,
      async take(waiting) {
        const { rows } = await raw<QueuedSpace>`
          update search_space set try_at = now() + make_interval(secs => ${leaseSeconds})
          where space_id = (
            select space_id from search_space where ${waiting}
            order by try_at nulls first, space_id limit 1 for no key update skip locked
          )
          returning *`.execute(sql())
        return rows[0]
      },
    })
}

/** Does work on a space that was taken, and renews the lease until the work ends. */
export async function whileTaken<Result>(sql: Sql, space: QueuedSpace, work: () => Promise<Result>): Promise<Result> {
  let renewing: Promise<unknown> = Promise.resolve()
  const renewal = setInterval(() => {
    const later = raw<Date>`now() + make_interval(secs => ${leaseSeconds})`
    // If the renewal fails, the work may be done twice; its result is stored once.
    renewing = unchangedRow(sql, space)
      .set({ try_at: later })
      .execute()
      .catch(() => undefined)
  }, renewEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    // A renewal that is still in progress would delay the next attempt.
    await renewing
  }
}

/** The state of a space in the form that the index knows. */
export const stateOf = ({ revision, target, after_page: afterPage }: QueuedSpace): IndexedState => ({
  revision,
  target,
  afterPage,
})

/**
 * Puts a space that advanced at the end of the queue, and records the version of the event that named the revision
 * which is being read or is indexed now. A kill before this leaves an older version, for which no answer waits.
 */
export async function noteProgress(sql: Sql, space: QueuedSpace, to: IndexedState, version: string): Promise<void> {
  const versions = to.target === null ? { indexed_version: version, target_version: null } : { target_version: version }
  const advanced = { ...space, revision: to.revision, target: to.target, after_page: to.afterPage }
  await unchangedRow(sql, advanced)
    .set({ ...versions, try_at: raw<Date>`coalesce(try_at, now())` })
    .execute()
}

/** Starts a space again from nothing: the revision that it was compared with no longer exists. */
export async function startOver(sql: Sql, space: QueuedSpace): Promise<void> {
  await unchangedRow(sql, space)
    .set({ revision: null, target: null, target_version: null, after_page: null, try_at: raw<Date>`now()` })
    .execute()
}

/** Ends the lease without counting a failure: the space did not cause it. */
export async function release(sql: Sql, space: QueuedSpace): Promise<void> {
  await unchangedRow(sql, space).set({ try_at: raw<Date>`now()` }).execute()
}

/** Updates the space's row if its state is the one with which it was taken. */
const unchangedRow = (sql: Sql, { space_id, revision, target, after_page }: QueuedSpace) =>
  sql
    .updateTable('search_space')
    .where('space_id', '=', space_id)
    .where('revision', 'is not distinct from', revision)
    .where('target', 'is not distinct from', target)
    .where('after_page', 'is not distinct from', after_page)
