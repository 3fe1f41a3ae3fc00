import { newId, unavailable } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { UnnamedTables } from '../../tables/revisions.tables.ts'
import { sharedStoreLock } from './store-locks.ts'

/** Age from which remains of writers are swept; also of announcements of an earlier version, which nobody renews. */
const maxWriteMs = 24 * 3600_000
/** Time that an announcement counts unless it is renewed; the transaction that ends it has to commit within it. */
const heldFor = '10 minutes'
const heldUntil = raw<Date>`now() + interval '${raw.raw(heldFor)}'`

/**
 * Announces a write to a store before a revision refers to the data: nothing is swept from the store while it is held.
 * Returns the id of the announcement, for `endAnnouncedWrite` in the transaction of that revision.
 */
async function announceWrite(sql: Kysely<UnnamedTables>, store: string): Promise<string> {
  const id = newId()
  await raw`
    with shared as materialized (select ${sharedStoreLock(store)})
    insert into unnamed (id, store, held_until) select ${id}, ${store}, ${heldUntil} from shared`.execute(sql)
  return id
}

/** Returns the time before which remains of writers are swept, because their writers must have ended. */
export const announcedSince = (now: Date): Date => new Date(now.getTime() - maxWriteMs)

/**
 * Returns the time from before which remains have a store swept. A sweep reads all of the store, and takes all remains that
 * are a day old: so stores in which a write fails each hour are swept once a day.
 */
export const overdueSince = (now: Date): Date => new Date(now.getTime() - 2 * maxWriteMs)

/** True if an announced write to the store is in progress. The caller must hold the exclusive lock on the store. */
export async function hasAnnouncedWrite(sql: Kysely<UnnamedTables>, store: string, now: Date): Promise<boolean> {
  const row = await sql
    .selectFrom('unnamed')
    .select('id')
    .where('store', '=', store)
    .where('failed', '=', false)
    .where('began_at', '>', announcedSince(now))
    .where(raw<boolean>`coalesce(held_until > clock_timestamp(), true)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Ends an announcement, in the transaction of the revision that refers to the data, which holds the shared lock on the store
 * already. Throws 503 if it was not held until now, so that the data may be swept.
 */
export async function endAnnouncedWrite(sql: Kysely<UnnamedTables>, id: string): Promise<void> {
  const held = await sql
    .deleteFrom('unnamed')
    .where('id', '=', id)
    .where('held_until', '>', raw<Date>`clock_timestamp()`)
    .returning('id')
    .executeTakeFirst()
  if (!held) throw unavailable('The files took too long to be saved: try again.')
}

/**
 * Runs work that writes to a store, under an announcement. If it fails, its data is swept within two days. If the process is
 * killed, or refuses the change that the data was for, the announcement counts for ten minutes more.
 */
export async function withAnnouncedWrite<Result>(
  sql: Kysely<UnnamedTables>,
  store: string,
  work: (writing: string) => Promise<Result>,
  { renewEveryMs = 60_000 } = {},
): Promise<Result> {
  const writing = await announceWrite(sql, store)
  const announcement = sql.updateTable('unnamed').where('id', '=', writing)
  const renewal = setInterval(() => {
    const held = announcement.where('held_until', '>', raw<Date>`clock_timestamp()`)
    // An outage is no reason to stop: the end of the announcement finds out whether it was held.
    held
      .set({ held_until: heldUntil })
      .execute()
      .catch(() => undefined)
  }, renewEveryMs)
  try {
    return await work(writing)
  } catch (error) {
    await announcement.set({ failed: true }).execute()
    throw error
  } finally {
    clearInterval(renewal)
  }
}
