import { type Kysely, sql as raw, type Transaction } from 'kysely'
import { Lease } from './lease.ts'

/** Does `work` in a transaction whose statements may take this long, instead of `DATABASE_STATEMENT_TIMEOUT_MS`. */
export async function inLongTransaction<Tables, Result>(
  sql: Kysely<Tables>,
  timeoutMs: number,
  work: (sql: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return sql.transaction().execute(async (transaction) => {
    await raw`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(transaction)
    const lease = await transaction.getExecutor().provideConnection(async (connection) => connection)
    return lease instanceof Lease ? lease.waitingLonger(timeoutMs, () => work(transaction)) : work(transaction)
  })
}
