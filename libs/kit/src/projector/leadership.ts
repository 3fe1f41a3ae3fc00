import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

const projectorLock = 0x70_72_6f_6a

/** Leadership lasts as long as its connection: a killed leader loses it at once. */
interface Leadership {
  /** Aborts when the lock's connection is lost. */
  lost: AbortSignal
  release(): Promise<void>
}

const lookEveryMs = 250
/** A server that takes longer to answer counts as unreachable. */
const answerMs = 10_000

/**
 * Waits until this process leads, or `signal` aborts. Polls for the lock, because a wait inside the database would keep
 * vacuum from every row that is deleted meanwhile.
 */
export async function takeLeadership(databaseUrl: string, signal: AbortSignal): Promise<Leadership | undefined> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    application_name: 'projector',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  })
  const lost = new AbortController()
  client.once('end', () => lost.abort())
  client.on('error', () => lost.abort())
  const close = () => client.end().catch(() => undefined)
  await client.connect()
  try {
    while (!signal.aborted) {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [projectorLock])
      if (rows[0]?.mine) return { lost: lost.signal, release: close }
      await setTimeout(lookEveryMs, undefined, { signal }).catch(() => undefined)
    }
  } catch (error) {
    await close()
    throw error
  }
  await close()
  return undefined
}
