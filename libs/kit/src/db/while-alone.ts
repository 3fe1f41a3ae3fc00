import { type Kysely, sql as raw } from 'kysely'

/**
 * Does `work` on one connection that holds the lock `key` meanwhile; returns undefined at once where another process
 * holds it. A process that is killed or loses the connection loses the lock with it and can do no more of the work. Work that
 * waits for anything but the database takes its connection from `Database.alone`.
 */
export async function whileAlone<Tables, Result>(
  sql: Kysely<Tables>,
  key: number,
  work: (sql: Kysely<Tables>) => Promise<Result>,
): Promise<Result | undefined> {
  return sql.connection().execute(async (one) => {
    const { rows } = await raw<{ mine: boolean }>`select pg_try_advisory_lock(${key}) as mine`.execute(one)
    if (!rows[0]?.mine) return undefined
    try {
      return await work(one)
    } finally {
      await raw`select pg_advisory_unlock(${key})`.execute(one)
    }
  })
}
