import pg from 'pg'

/** Longer than any statement of the doctor takes on a server that works. */
const statementTimeoutMs = 8000

/** Does `work` with a connection to a database, which breaks when `signal` aborts. */
export async function withClient<Result>(
  url: string,
  signal: AbortSignal,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'doctor',
    statement_timeout: statementTimeoutMs,
    connectionTimeoutMillis: statementTimeoutMs,
  })
  // A connection that ends fails the statement on it.
  client.on('error', () => undefined)
  const leave = () => void client.end().catch(() => undefined)
  signal.addEventListener('abort', leave, { once: true })
  try {
    await client.connect()
    return await work(client)
  } finally {
    signal.removeEventListener('abort', leave)
    leave()
  }
}

/** Reads one row; a missing one has no columns. */
export async function rowOf<Row extends object>(client: pg.Client, statement: string): Promise<Partial<Row>> {
  const { rows } = await client.query<Row>(statement)
  return rows[0] ?? {}
}
