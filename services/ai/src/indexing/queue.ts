import { afterFailure, type Patience, takenUp } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** A space that is to be read, and how far that has come. */
export interface QueuedSpace {
  space_id: string
  /** Null where the space is gone: its pages are to be dropped. */
  wanted: string | null
  wanted_version: string
  /** The revision that all of its pages are of; null where there is none. */
  indexed: string | null
  /** The revision that is being read, where a part of it is in the index already. */
  target: string | null
  target_version: string | null
  /** The last page of that part. */
  after_page: string | null
  attempts: number
}

/** For this long nobody else takes the space; the worker that took it may renew the lease. */
const leaseSeconds = 10
const renewEveryMs = (leaseSeconds * 1000) / 3

/**
 * Takes the space that has been due for longest. The worker holds no lock and no transaction. What it reads is kept
 * only where nobody else went on meanwhile, so a lease that ran out costs work and nothing else.
 */
export async function takeNext(sql: Sql): Promise<QueuedSpace | undefined> {
  const { rows } = await raw<QueuedSpace>`
    update indexed_space set try_at = now() + make_interval(secs => ${leaseSeconds})
    where space_id = (
      select space_id from indexed_space where pending and parked_at is null and try_at <= now()
      order by try_at, space_id limit 1 for no key update skip locked
    )
    returning *`.execute(sql)
  return rows[0]
}

/** Does work on a space that was taken; while it lasts nobody else takes the space. */
export async function whileTaken<Result>(sql: Sql, space: QueuedSpace, work: () => Promise<Result>): Promise<Result> {
  let renewing: Promise<unknown> = Promise.resolve()
  const renewal = setInterval(() => {
    const later = raw<Date>`now() + make_interval(secs => ${leaseSeconds})`
    // Where the renewal fails the work may be done twice; it is kept once.
    renewing = unchanged(sql, space)
      .set({ try_at: later })
      .execute()
      .catch(() => undefined)
  }, renewEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    // A renewal that is still under way would delay what comes next.
    await renewing
  }
}

/** How far a slice got: its revision, and its last page where there is more to read. */
export interface Progress {
  target: string
  version: string
  after: string | undefined
}

/** Notes how far a space was read; false where another worker went on meanwhile: what was read must not be kept. */
export async function advance(sql: Sql, space: QueuedSpace, { target, version, after }: Progress): Promise<boolean> {
  const step =
    after === undefined
      ? { indexed: target, indexed_version: version, target: null, target_version: null, after_page: null }
      : { target, target_version: version, after_page: after }
  const { numUpdatedRows } = await unchanged(sql, space)
    .set({ ...step, attempts: 0, error: null, try_at: raw<Date>`now()` })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Begins a space again from nothing: the revision that it was compared with is gone. */
export async function startOver(sql: Sql, space: QueuedSpace): Promise<void> {
  await unchanged(sql, space)
    .set({ indexed: null, target: null, target_version: null, after_page: null, try_at: raw<Date>`now()` })
    .execute()
}

/** Gives a space back as it was: the failure was not its fault. */
export async function release(sql: Sql, space: QueuedSpace): Promise<void> {
  await unchanged(sql, space).set({ try_at: raw<Date>`now()` }).execute()
}

/** Counts a failure: the space is due again after a pause, or parked with its error. True where it is parked. */
export async function fail(sql: Sql, space: QueuedSpace, error: unknown, patience: Patience): Promise<boolean> {
  const failed = afterFailure(space.attempts, error, patience)
  const { numUpdatedRows } = await unchanged(sql, space).set(failed).executeTakeFirst()
  return failed.parked_at !== null && numUpdatedRows > 0n
}

/** Takes parked spaces up again; answers how many there were. */
export async function replayParked(sql: Sql): Promise<number> {
  const { numUpdatedRows } = await sql
    .updateTable('indexed_space')
    .set(takenUp)
    .where('parked_at', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The space's row, where it stands as it was taken. */
const unchanged = (sql: Sql, { space_id, indexed, target, after_page }: QueuedSpace) =>
  sql
    .updateTable('indexed_space')
    .where('space_id', '=', space_id)
    .where('indexed', 'is not distinct from', indexed)
    .where('target', 'is not distinct from', target)
    .where('after_page', 'is not distinct from', after_page)
