import { newId } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import { sharedLock } from './stores.ts'

/** Writes to stores that no revision names yet (docs/adr/0033). */
export interface UnnamedTables {
  unnamed: { id: string; store: string; began_at: Date; failed: boolean }
}

const longestWritingMs = 24 * 3600_000

/**
 * Announces that somebody writes to a store before a revision names what they write: nothing is swept from the store,
 * for a day at most. Answers the announcement's id, for `endWriting` in the transaction of that revision.
 */
async function beginWriting(sql: Kysely<UnnamedTables>, store: string): Promise<string> {
  const id = newId()
  await raw`
    with shared as materialized (select ${sharedLock(store)})
    insert into unnamed (id, store) select ${id}, ${store} from shared`.execute(sql)
  return id
}

/** Announcements from before this moment no longer count: their writers have ended, one way or another. */
export const writingSince = (now: Date): Date => new Date(now.getTime() - longestWritingMs)

/** Whether somebody is writing to the store what no revision names yet. Ask it with the store to yourself. */
export async function isBeingWritten(sql: Kysely<UnnamedTables>, store: string, now: Date): Promise<boolean> {
  const row = await sql
    .selectFrom('unnamed')
    .select('id')
    .where('store', '=', store)
    .where('failed', '=', false)
    .where('began_at', '>', writingSince(now))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends an announcement, in the transaction whose revision names what was written. */
export async function endWriting(sql: Kysely<UnnamedTables>, id: string): Promise<void> {
  await sql.deleteFrom('unnamed').where('id', '=', id).execute()
}

/** Does work that writes to a store; where it fails, what it left is swept a day later. */
export async function announced<Result>(
  sql: Kysely<UnnamedTables>,
  store: string,
  work: (writing: string) => Promise<Result>,
): Promise<Result> {
  const writing = await beginWriting(sql, store)
  try {
    return await work(writing)
  } catch (error) {
    await sql.updateTable('unnamed').set({ failed: true }).where('id', '=', writing).execute()
    throw error
  }
}
