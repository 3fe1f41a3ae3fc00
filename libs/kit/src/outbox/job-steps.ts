import type { Kysely } from 'kysely'
import type { KitTables } from '../db/tables.ts'
import { collector, type Emit, writeOutbox } from './emit.ts'
import type { Publisher } from './publisher.ts'

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
