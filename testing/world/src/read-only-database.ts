import pg from 'pg'

/** A database that takes writes from this connection only, and from all again after `end`. */
interface ReadOnlyDatabase {
  write(statement: string): Promise<void>
  end(): Promise<void>
}

/** Makes a database read-only for all sessions, as on a full disk or a standby; resolves when every earlier session is gone. */
export async function makeReadOnly(databaseUrl: string): Promise<ReadOnlyDatabase> {
  const name = pg.escapeIdentifier(new URL(databaseUrl).pathname.slice(1))
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'read-only-database' })
  // A test that fails leaves the connection to whoever drops the database.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`alter database ${name} set default_transaction_read_only = on`)
  await endEarlier(client, databaseUrl)
  await client.query('set default_transaction_read_only = off')
  return {
    async write(statement) {
      await client.query(statement)
    },
    async end() {
      await client.query(`alter database ${name} reset default_transaction_read_only`)
      await endEarlier(client, databaseUrl)
      await client.end()
    },
  }
}

/** Times that sessions are looked for. */
const looks = 3

/**
 * Ends the other sessions that have begun until now: a setting of a database holds for new ones only. One that is just
 * starting has the setting of before and is not seen yet, so each look waits for a start of its own before the next.
 */
async function endEarlier(client: pg.Client, databaseUrl: string): Promise<void> {
  const { rows } = await client.query('select clock_timestamp() as now')
  for (let look = 0; look < looks; look += 1) {
    await endBegunBefore(client, rows[0].now)
    const starting = new pg.Client({ connectionString: databaseUrl, application_name: 'read-only-database' })
    await starting.connect()
    await starting.end()
  }
}

async function endBegunBefore(client: pg.Client, time: Date): Promise<void> {
  const others = 'datname = current_database() and pid <> pg_backend_pid() and backend_start < $1'
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`, [time])
  const left = () => client.query(`select from pg_stat_activity where ${others}`, [time])
  while (((await left()).rowCount ?? 0) > 0) await client.query('select pg_stat_clear_snapshot()')
}
