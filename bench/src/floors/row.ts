import pg from 'pg'

/** As many connections as a service has. */
const poolSize = 16

export const poolOf = (connectionString: string) => new pg.Pool({ connectionString, max: poolSize })

/** One prepared select by primary key, over the rows that Quire reads. */
export function rowReader(connectionString: string) {
  const pool = poolOf(connectionString)
  return async (id: string): Promise<unknown> => {
    const { rows } = await pool.query({ name: 'space', text: 'select * from space where id = $1', values: [id] })
    return rows[0]
  }
}

/** Tells the parent that connections are taken, and ends with it. */
export function announce(): void {
  process.on('disconnect', () => process.exit(0))
  process.on('SIGTERM', () => process.exit(0))
  process.send?.({ type: 'ready' })
}
