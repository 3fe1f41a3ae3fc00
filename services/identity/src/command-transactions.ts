import type { EntityManager } from '@mikro-orm/postgresql'
import { collector, openDatabase, writeOutbox } from '@quire/kit'
import type { Kysely } from 'kysely'
import { entities, type Tables, type Writer } from './database.ts'

type CommandWriter = Writer & { em: EntityManager }

/** The database of identity, for a command of the operator. */
export interface CommandDatabase extends AsyncDisposable {
  /** For reads outside of transactions. */
  sql: Kysely<Tables>
  /** Does work as one transaction. Its events are in the outbox, from which the running service publishes them. */
  within<Result>(work: (writer: CommandWriter) => Promise<Result>): Promise<Result>
}

/** Opens the database; the caller disposes it. */
export async function openForCommand(config: { DATABASE_URL: string }): Promise<CommandDatabase> {
  const database = await openDatabase({ ...config, DATABASE_POOL: 2 }, { entities })
  // The kit has no types of identity's tables.
  const typed = (sql: unknown) => sql as Kysely<Tables>
  return {
    sql: typed(database.em.fork().getKysely()),
    within: (work) =>
      database.em.fork().transactional(async (em) => {
        const { rows, emit } = collector()
        const result = await work({ em, sql: typed(em.getKysely()), emit })
        await em.flush()
        await writeOutbox(em.getKysely() as never, rows)
        return result
      }),
    [Symbol.asyncDispose]: () => database.close(),
  }
}
