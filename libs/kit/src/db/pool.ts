import pg from 'pg'
import type { DatabasePlace } from './database.ts'

/** Dates and times stay text, as PostgreSQL writes them: date, timestamp, timestamptz, interval. */
const keptAsText = [1082, 1114, 1184, 1186]

function parsers(): pg.CustomTypesConfig {
  const overrides = new pg.TypeOverrides()
  for (const type of keptAsText) overrides.setTypeParser(type, (text) => text)
  return overrides
}

/**
 * How long a connection without work is kept. A new one costs 20 ms of both sides until its statements are planned, so
 * requests that come every few seconds should find those of the last ones.
 */
const keptMs = 60_000

/**
 * One plan for each statement, whatever its values. PostgreSQL takes a `limit` that is a value for a tenth of all rows, so
 * it would plan lists anew each time, which takes longer than they do. Statements are written for a plan of any size.
 */
const onePlan = '-c plan_cache_mode=force_generic_plan'

/** Connections to one database, at most `max`; `name` shows in `pg_stat_activity`. Opens none by itself. */
export function openPool(
  place: DatabasePlace,
  { Client, max, name }: { Client: typeof pg.Client; max: number; name: string },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: place.DATABASE_URL,
    application_name: name,
    options: onePlan,
    min: 1,
    max,
    idleTimeoutMillis: keptMs,
    keepAlive: true,
    types: parsers(),
    Client,
    connectionTimeoutMillis: place.DATABASE_ACQUIRE_TIMEOUT_MS,
    lock_timeout: place.DATABASE_LOCK_TIMEOUT_MS,
    statement_timeout: place.DATABASE_STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: place.DATABASE_IDLE_TIMEOUT_MS,
  })
  // A connection that ends fails the statement on it, and is replaced; unheard, its `error` would end the process.
  const heard = () => undefined
  pool.on('error', heard)
  pool.on('connect', (client) => client.on('error', heard))
  return pool
}
