import pg from 'pg'

const projectorLock = 0x70_72_6f_6a

/** Held for as long as its connection lives: a killed leader loses it at once. */
export interface Leadership {
  /** Aborts when the lock's connection is lost. */
  lost: AbortSignal
  release(): Promise<void>
}

/** Waits until this process leads. The wait is the database's, so a free lock is taken without delay. */
export async function takeLeadership(databaseUrl: string, signal: AbortSignal): Promise<Leadership | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true, application_name: 'projector' })
  const lost = new AbortController()
  client.once('end', () => lost.abort())
  client.on('error', () => lost.abort())
  const close = () => client.end().catch(() => undefined)
  await client.connect()
  const aborted = new Promise<false>((resolve) => {
    if (signal.aborted) resolve(false)
    signal.addEventListener('abort', () => resolve(false), { once: true })
  })
  const locked = client.query('select pg_advisory_lock($1)', [projectorLock]).then(() => true)
  locked.catch(() => undefined)
  if (await Promise.race([locked, aborted])) return { lost: lost.signal, release: close }
  // A connection that waits for a lock answers no goodbye: end it from our side.
  void close()
  return undefined
}
