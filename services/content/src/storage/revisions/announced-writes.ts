import { newId } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { UnnamedTables } from '../../tables/revisions.tables.ts'
import { sharedStoreLock } from './store-locks.ts'

const maxWriteMs = 24 * 3600_000

/**
 * Announces a write to a store before a revision refers to the data: nothing is swept from the store, for a day at
 * most. Returns the id of the announcement, for `endAnnouncedWrite` in the transaction of that revision.
 */
async function announceWrite(sql: Kysely<UnnamedTables>, store: string): Promise<string> {
  const id = newId()
  await raw`
    with shared as materialized (select ${sharedStoreLock(store)})
    insert into unnamed (id, store) select ${id}, ${store} from shared`.execute(sql)
  return id
}

/** Returns the time before which announcements no longer count, because their writers must have ended. */
export const announcedSince = (now: Date): Date => new Date(now.getTime() - maxWriteMs)

/** True if an announced write to the store is in progress. The caller must hold the exclusive lock on the store. */
export async function hasAnnouncedWrite(sql: Kysely<UnnamedTables>, store: string, now: Date): Promise<boolean> {
  const row = await sql
    .selectFrom('unnamed')
    .select('id')
    .where('store', '=', store)
    .where('failed', '=', false)
    .where('began_at', '>', announcedSince(now))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends an announcement, in the transaction of the revision that refers to the data. */
export async function endAnnouncedWrite(sql: Kysely<UnnamedTables>, id: string): Promise<void> {
  await sql.deleteFrom('unnamed').where('id', '=', id).execute()
}

/** Runs work that writes to a store, under an announcement. If it fails, its data is swept a day later. */
export async function withAnnouncedWrite<Result>(
  sql: Kysely<UnnamedTables>,
  store: string,
  work: (writing: string) => Promise<Result>,
): Promise<Result> {
  const writing = await announceWrite(sql, store)
  try {
    return await work(writing)
  } catch (error) {
    await sql.updateTable('unnamed').set({ failed: true }).where('id', '=', writing).execute()
    throw error
  }
}
