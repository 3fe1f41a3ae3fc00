import pg from 'pg'
import type { DatabaseConfig } from '../config.ts'
import { settleIncarnation } from './incarnation.ts'

/** The address of a database, and the timeouts of each wait in it; a wait whose timeout is absent has no bound. */
export type DatabaseSettings = Pick<DatabaseConfig, 'DATABASE_URL'> &
  Partial<
    Pick<
      DatabaseConfig,
      | 'DATABASE_POOL'
      | 'DATABASE_ACQUIRE_TIMEOUT_MS'
      | 'DATABASE_LOCK_TIMEOUT_MS'
      | 'DATABASE_STATEMENT_TIMEOUT_MS'
      | 'DATABASE_IDLE_TIMEOUT_MS'
    >
  >

/** Dates and times stay text, as PostgreSQL writes them: date, timestamp, timestamptz, interval. */
const textTypes = [1082, 1114, 1184, 1186]

function parsers(): pg.CustomTypesConfig {
  const overrides = new pg.TypeOverrides()
  for (const type of textTypes) overrides.setTypeParser(type, (text) => text)
  return overrides
}

/**
 * The time until an idle connection is closed. A new one costs both sides 20 ms until its statements are planned, so
 * requests that come every few seconds should find the connections of earlier ones.
 */
const longIdleMs = 60_000

interface PoolTerms {
  Client: typeof pg.Client
  /** The connections that the pool opens at most. */
  max: number
  /** The connections that stay open while nobody uses them. */
  min?: number
  /** The time until others are closed. */
  idleMs?: number
  /** Visible in `pg_stat_activity`. */
  name: string
}

/**
 * One plan for each statement, whatever its values. PostgreSQL takes a `limit` that is a parameter for a tenth of all rows,
 * so it would plan lists again each time, which takes longer than the lists. Statements are written for a plan of any size.
 */
const onePlan = '-c plan_cache_mode=force_generic_plan'

/** The types of the driver leave this option out: a connection is used once the promise is fulfilled. */
const beforeFirstUse = { onConnect: settleIncarnation }

/** Opens a pool, which connects on first use. */
export function openPool(
  settings: DatabaseSettings,
  { Client, max, min = 1, idleMs = longIdleMs, name }: PoolTerms,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: settings.DATABASE_URL,
    application_name: name,
    options: onePlan,
    min,
    max,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    types: parsers(),
    Client,
    ...beforeFirstUse,
    connectionTimeoutMillis: settings.DATABASE_ACQUIRE_TIMEOUT_MS,
    lock_timeout: settings.DATABASE_LOCK_TIMEOUT_MS,
    statement_timeout: settings.DATABASE_STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: settings.DATABASE_IDLE_TIMEOUT_MS,
  })
  // A connection that ends fails the statement on it, and is replaced. Without a listener its `error` would end the process.
  const ignore = () => undefined
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}
