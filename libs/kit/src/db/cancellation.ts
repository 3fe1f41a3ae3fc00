import type { EntityManager } from '@mikro-orm/postgresql'
import { type ConnectionProvider, Kysely, PostgresDialect } from 'kysely'
import { callerDisconnected } from '../refusals.ts'
import type { Database } from './database.ts'
import { Lease } from './lease.ts'

/**
 * Returns the tables for one request outside of a transaction: each statement has a connection of its own. Once `signal`
 * aborts, running statements are cancelled and further ones refused.
 */
export function readUntil(signal: AbortSignal, { em, background }: Pick<Database, 'em' | 'background'>): Kysely<never> {
  const root = em.getConnection().getClient()
  const executor = root.getExecutor()
  const running = new Set<Lease>()
  const cancel = () => {
    for (const lease of running) lease.abandon(background)
  }
  signal.addEventListener('abort', cancel, { once: true })
  const provider: ConnectionProvider = {
    provideConnection: (consumer) =>
      executor.provideConnection(async (connection) => {
        refuseIfAborted(signal)
        if (!(connection instanceof Lease)) return consumer(connection)
        running.add(connection)
        try {
          return await consumer(connection)
        } finally {
          running.delete(connection)
        }
      }),
  }
  return new Kysely<never>({ ...unused, executor: executor.withConnectionProvider(provider) })
}

/** Kysely wants a driver for transactions and for closing, which readers do not use. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('A read has no transaction.')) })
const unused = { config: { dialect }, dialect, driver: dialect.createDriver() }

/**
 * Does `work` in one transaction. No caller waits for the transactions of another. If `signal` aborts before the commit
 * is sent, the running statement is cancelled and everything is rolled back; after that the transaction completes.
 */
export async function writeUntil<Result>(
  { caller, signal }: { caller: string; signal: AbortSignal },
  { em: root, background, transactions }: Pick<Database, 'em' | 'background' | 'transactions'>,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  const begin = root.getConnection().getClient().transaction()
  return transactions(caller, signal, () =>
    begin.execute(async (transaction) => {
      const em = root.fork()
      em.setTransactionContext(transaction)
      const lease = await transaction.getExecutor().provideConnection(async (connection) => connection)
      const cancel = () => lease instanceof Lease && lease.abandon(background)
      signal.addEventListener('abort', cancel, { once: true })
      try {
        const result = await work(em)
        refuseIfAborted(signal)
        return result
      } finally {
        signal.removeEventListener('abort', cancel)
      }
    }),
  )
}

function refuseIfAborted(signal: AbortSignal) {
  if (signal.aborted) throw callerDisconnected()
}
