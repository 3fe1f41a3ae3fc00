import { type Kysely, sql as raw } from 'kysely'
import type { KitTables } from './db/tables.ts'
import { collector, type Emit, writeOutbox } from './outbox/emit.ts'
import type { Publisher } from './outbox/publisher.ts'

/**
 * Does `work` on one connection that holds the lock `key` meanwhile; returns undefined at once where another process
 * holds it. A process that is killed or loses the connection loses the lock with it and can do no more of the work.
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

/** Does a piece of a job in one transaction. A kill undoes that piece at most. Throws once the job was stopped. */
export type Step<Tables> = <Result>(
  piece: (writing: { sql: Kysely<Tables>; emit: Emit }) => Promise<Result>,
) => Promise<Result>

/** Steps whose data and events commit together, as in requests. The events go out after each step. */
export const inSteps =
  <Tables extends KitTables>(
    sql: Kysely<Tables>,
    { publisher, signal }: { publisher: Publisher; signal: AbortSignal },
  ): Step<Tables> =>
  async (piece) => {
    signal.throwIfAborted()
    const { rows, emit } = collector()
    const result = await sql.transaction().execute(async (transaction) => {
      const done = await piece({ sql: transaction, emit })
      await writeOutbox(transaction as unknown as Kysely<KitTables>, rows)
      return done
    })
    await publisher.publish(rows)
    return result
  }
