import type { IndexedState } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** A space that is to be read, and how far that has come (`IndexedState` of libs/search). */
export interface QueuedSpace {
  space_id: string
  organization_id: string
  language: string | null
  /** The revision that is to be indexed; null where the space is gone: its pages are to be dropped. */
  wanted: string | null
  wanted_version: string
  revision: string | null
  target: string | null
  /** The version with which the target was told; null where that was not noted before a kill. */
  target_version: string | null
  after_page: string | null
  indexed_version: string
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
    update search_space set try_at = now() + make_interval(secs => ${leaseSeconds})
    where space_id = (
      select space_id from search_space where pending and (try_at is null or try_at <= now())
      order by try_at nulls first, space_id limit 1 for no key update skip locked
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
    renewing = standing(sql, space)
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

/** The state of a space as the index knows it. */
export const stateOf = ({ revision, target, after_page: afterPage }: QueuedSpace): IndexedState => ({
  revision,
  target,
  afterPage,
})

/**
 * Puts a space that moved on behind those that wait, and notes with which version the revision was told that is read or
 * indexed now. A kill before leaves an older version, for which nobody waits.
 */
export async function noteProgress(sql: Sql, space: QueuedSpace, to: IndexedState, version: string): Promise<void> {
  const versions = to.target === null ? { indexed_version: version, target_version: null } : { target_version: version }
  const moved = { ...space, revision: to.revision, target: to.target, after_page: to.afterPage }
  await standing(sql, moved)
    .set({ ...versions, try_at: raw<Date>`coalesce(try_at, now())` })
    .execute()
}

/** Begins a space again from nothing: the revision that it was compared with is gone. */
export async function startOver(sql: Sql, space: QueuedSpace): Promise<void> {
  await standing(sql, space)
    .set({ revision: null, target: null, target_version: null, after_page: null, try_at: raw<Date>`now()` })
    .execute()
}

/** Gives a space back as it was: the failure was not its fault. */
export async function release(sql: Sql, space: QueuedSpace): Promise<void> {
  await standing(sql, space).set({ try_at: raw<Date>`now()` }).execute()
}

/** The space's row, where it stands as it was taken. */
const standing = (sql: Sql, { space_id, revision, target, after_page }: QueuedSpace) =>
  sql
    .updateTable('search_space')
    .where('space_id', '=', space_id)
    .where('revision', 'is not distinct from', revision)
    .where('target', 'is not distinct from', target)
    .where('after_page', 'is not distinct from', after_page)
