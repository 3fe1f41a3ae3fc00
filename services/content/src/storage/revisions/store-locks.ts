import { type Kysely, sql as raw } from 'kysely'
import type { RevisionTables } from '../../tables/revisions.tables.ts'

/**
 * Seed of the advisory locks on stores. A store holds the nodes, texts and files of a space and of its copies. The
 * sweep removes only data that no revision of the store refers to. Old spaces share the store with the empty name.
 */
const lockSeed = 2

/**
 * Locks the sweep out of the store until the transaction ends, so that data which is already there stays. Must be taken
 * before anything is written to the store.
 */
export async function lockStoreShared(sql: Kysely<RevisionTables>, store: string): Promise<void> {
  await raw`select ${sharedStoreLock(store)}`.execute(sql)
}

/** The function call that takes the lock of `lockStoreShared`, for use within another statement. */
export const sharedStoreLock = (store: string) =>
  raw`pg_advisory_xact_lock_shared(hashtextextended(${store}, ${raw.lit(lockSeed)}))`

/** Locks writers out of the store until the transaction ends. Writers queue behind the lock: set a `lock_timeout`. */
export async function lockStore(sql: Kysely<RevisionTables>, store: string): Promise<void> {
  await raw`select pg_advisory_xact_lock(hashtextextended(${store}, ${raw.lit(lockSeed)}))`.execute(sql)
}

/** Locks writers out of the store until `release` is called, without a transaction. `sql` must be one connection. */
export async function holdStoreLock(sql: Kysely<RevisionTables>, store: string, timeoutMs: number) {
  const key = raw`hashtextextended(${store}, ${raw.lit(lockSeed)})`
  const wait = (ms: string) => raw`select set_config('lock_timeout', ${ms}, false)`.execute(sql)
  const { rows } = await raw<{ before: string }>`select current_setting('lock_timeout') as before`.execute(sql)
  await wait(`${timeoutMs}ms`)
  try {
    await raw`select pg_advisory_lock(${key})`.execute(sql)
  } finally {
    await wait(rows[0]?.before ?? '0')
  }
  return { release: () => raw`select pg_advisory_unlock(${key})`.execute(sql) }
}
