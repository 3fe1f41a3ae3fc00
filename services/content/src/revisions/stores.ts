import { type Kysely, sql as raw } from 'kysely'
import type { RevisionTables } from './revisions.ts'

/**
 * A store holds the nodes, texts and files of a space, and of those copied from it. Only what no revision of the
 * store reaches is ever removed from it. Spaces from before there were stores share the one without a name.
 */
const lockSeed = 2

/**
 * Keeps the sweep out of the store until the transaction ends: what is already there, and is relied on, stays. To be
 * taken before anything is written to the store.
 */
export async function shareStore(sql: Kysely<RevisionTables>, store: string): Promise<void> {
  await raw`select ${sharedLock(store)}`.execute(sql)
}

/** The call that takes what `shareStore` takes, within another statement. */
export const sharedLock = (store: string) =>
  raw`pg_advisory_xact_lock_shared(hashtextextended(${store}, ${raw.lit(lockSeed)}))`

/** Keeps writers out of the store until the transaction ends. They queue behind it: bound the wait by `lock_timeout`. */
export async function lockStore(sql: Kysely<RevisionTables>, store: string): Promise<void> {
  await raw`select pg_advisory_xact_lock(hashtextextended(${store}, ${raw.lit(lockSeed)}))`.execute(sql)
}

/** Keeps writers out of the store until it is given back, without a transaction; `sql` is one connection. */
export async function holdStore(sql: Kysely<RevisionTables>, store: string, patienceMs: number) {
  const key = raw`hashtextextended(${store}, ${raw.lit(lockSeed)})`
  const wait = (ms: string) => raw`select set_config('lock_timeout', ${ms}, false)`.execute(sql)
  const { rows } = await raw<{ before: string }>`select current_setting('lock_timeout') as before`.execute(sql)
  await wait(`${patienceMs}ms`)
  try {
    await raw`select pg_advisory_lock(${key})`.execute(sql)
  } finally {
    await wait(rows[0]?.before ?? '0')
  }
  return { release: () => raw`select pg_advisory_unlock(${key})`.execute(sql) }
}
