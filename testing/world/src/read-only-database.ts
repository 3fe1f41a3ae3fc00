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
  await endOthers(client)
  await client.query('set default_transaction_read_only = off')
  return {
    async write(statement) {
      await client.query(statement)
    },
    async end() {
      await client.query(`alter database ${name} reset default_transaction_read_only`)
      await endOthers(client)
      await client.end()
    },
  }
}

/** Ends the other sessions: a setting of a database holds for new ones only. */
async function endOthers(client: pg.Client): Promise<void> {
  const others = 'datname = current_database() and pid <> pg_backend_pid() and backend_start < $1'
  const { rows } = await client.query('select clock_timestamp() as now')
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`, [rows[0].now])
  const left = () => client.query(`select from pg_stat_activity where ${others}`, [rows[0].now])
  while (((await left()).rowCount ?? 0) > 0) await client.query('select pg_stat_clear_snapshot()')
}
