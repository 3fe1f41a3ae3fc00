import pg from 'pg'

const idle = `select pid || ' ' || xact_start as id, query from pg_stat_activity
  where datname = current_database() and state like 'idle in transaction%'`

// Between two statements every transaction is idle for a moment. A transaction that is idle for longer is stuck.
const idleTimeoutMs = 5_000

/** Returns, for tests, the last statements of transactions that stay open and idle in a database. */
export async function heldTransactions(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const deadline = performance.now() + idleTimeoutMs
    let { rows: held } = await client.query<{ id: string; query: string }>(idle)
    while (held.length > 0 && performance.now() < deadline) {
      const { rows } = await client.query(idle)
      held = held.filter(({ id }) => rows.some((row) => row.id === id))
    }
    return held.map(({ query }) => query)
  } finally {
    await client.end()
  }
}
