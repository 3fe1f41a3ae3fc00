import { testBackends } from '@quire/embedded'
import pg from 'pg'
import type { DatabaseConfig } from '../../src/index.ts'

/** Does `work` as the server's superuser, on a separate connection. */
export async function asSuperuser<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(testBackends().postgresUrl)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const databaseOf = ({ DATABASE_URL }: Pick<DatabaseConfig, 'DATABASE_URL'>) =>
  new URL(DATABASE_URL).pathname.slice(1)

/** Ends every connection to a service's database, as a failover would; returns their number. */
export const endConnections = (config: Pick<DatabaseConfig, 'DATABASE_URL'>): Promise<number> =>
  asSuperuser(async (client) => {
    const ended = await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      databaseOf(config),
    ])
    return ended.rowCount ?? 0
  })

/** Counts the connections to a service's database that wait inside it for a lock, and so hold back vacuum. */
export const lockWaiters = (config: Pick<DatabaseConfig, 'DATABASE_URL'>): Promise<number> =>
  asSuperuser(async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
      [databaseOf(config)],
    )
    return rows[0].count
  })
