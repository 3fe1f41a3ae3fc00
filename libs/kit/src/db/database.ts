import { setTimeout } from 'node:timers/promises'
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { type Driver, Kysely, PostgresDialect, sql as raw, type TransactionSettings } from 'kysely'
import type pg from 'pg'
import { createGroupSemaphore, type GroupSemaphore } from '../group-semaphore.ts'
import type { Metrics } from '../metrics.ts'
import { unavailable } from '../refusals.ts'
import { Lease } from './lease.ts'
import type { Schema } from './migrate.ts'
import { type DatabaseSettings, openPool } from './pool.ts'
import { measurePools, type ObserveWait } from './pool-metrics.ts'
import { preparingClient } from './preparing-client.ts'

/**
 * A Kysely driver for PostgreSQL that returns every connection to its pool. With Kysely's own driver, a connection that
 * dies in a transaction begun by `startTransaction` is never released, because its rollback fails.
 */
class ReturningDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #answerMs: number | undefined
  readonly #observeWait: ObserveWait | undefined

  constructor(pool: pg.Pool, answerMs: number | undefined, observeWait: ObserveWait | undefined) {
    this.#pool = pool
    this.#answerMs = answerMs
    this.#observeWait = observeWait
  }

  async init() {}

  async acquireConnection(): Promise<Lease> {
    const pool = this.#pool
    const mustWait = pool.idleCount === 0 && pool.totalCount >= pool.options.max
    const connecting = pool.connect()
    if (mustWait) this.#observeWait?.(pool, connecting)
    return new Lease(await connecting, this.#answerMs)
  }

  async beginTransaction(lease: Lease, { isolationLevel, accessMode }: TransactionSettings) {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    try {
      await lease.run(`begin${level}${accessMode ? ` ${accessMode}` : ''}`)
    } catch (error) {
      await lease.release()
      throw error
    }
  }

  async commitTransaction(lease: Lease) {
    await lease.run('commit')
  }

  rollbackTransaction(lease: Lease) {
    return lease.rollback()
  }

  releaseConnection(lease: Lease) {
    return lease.release()
  }

  destroy() {
    return this.#pool.end()
  }
}

/** A server that does not answer for `answerMs` counts as unreachable. */
class ReturningDialect extends PostgresDialect {
  readonly #driver: () => ReturningDriver

  constructor(pool: pg.Pool, answerMs: number | undefined, observeWait: ObserveWait | undefined) {
    super({ pool })
    this.#driver = () => new ReturningDriver(pool, answerMs, observeWait)
  }

  override createDriver() {
    return this.#driver()
  }
}

/** The number of statements of the longest kind that one transaction may need, one after another. */
const maxLongStatements = 6

/** A service's own database, through pools that do not wait for each other. */
export interface Database {
  /** For requests: entities, and the tables through `getKysely()`. */
  em: EntityManager
  /**
   * Bounds the transactions of requests. However many transactions of one caller wait for a lock, some connections are
   * left for reads and some for the writes of other callers.
   */
  transactions: GroupSemaphore
  /** For work that has to go on while requests hold all of their connections: projector, relay, jobs, health. */
  background: Kysely<never>
  /**
   * For jobs of one replica (`whileAlone`) that wait for storage or other services. Each has a connection for as long as it
   * lasts: taken from `background`, these would leave the projector none.
   */
  alone: Kysely<never>
  /** True if the database answers, within five seconds. */
  isConnected(): Promise<boolean>
  /** The class of all its connections. */
  Client: typeof pg.Client
  /** True if connections have been in use for so long that they will not come back: only a restart helps. */
  isStuck(): boolean
  /** Waits for the connections that are in use. */
  close(): Promise<void>
}

const backgroundConnections = 4
/** As many as a service has such jobs, so that none waits for another. */
const aloneConnections = 2
/** Such jobs begin once an hour or a minute: between them, nobody needs their connections. */
const aloneIdleMs = 5000
/** The part of the requests' connections that transactions never take. */
const shareOfReads = 1 / 4
/** The part of the transactions that one caller may have at most. */
const shareOfCaller = 1 / 2
/** The time that a server has to report a statement timeout, before it counts as unreachable. */
const graceMs = 5000

/** Connects a service to its own database; the kit's tables come with it. Measures the pools, if `metrics` are given. */
export async function openDatabase(
  settings: DatabaseSettings,
  { entities }: Pick<Schema, 'entities'>,
  metrics?: Pick<Metrics, 'registry'>,
): Promise<Database> {
  const Client = preparingClient()
  const size = settings.DATABASE_POOL ?? 2
  const requests = openPool(settings, { Client, max: size, name: 'requests' })
  const others = openPool(settings, { Client, max: backgroundConnections, name: 'background' })
  const lasting = openPool(settings, { Client, max: aloneConnections, min: 0, idleMs: aloneIdleMs, name: 'alone' })
  const answerMs = settings.DATABASE_STATEMENT_TIMEOUT_MS && settings.DATABASE_STATEMENT_TIMEOUT_MS + graceMs
  const observeWait = metrics && measurePools(metrics, [requests, others, lasting])
  const over = (pool: pg.Pool) => new ReturningDialect(pool, answerMs, observeWait)
  const background = new Kysely<never>({ dialect: over(others) })
  const alone = new Kysely<never>({ dialect: over(lasting) })
  const orm = await MikroORM.init({
    clientUrl: settings.DATABASE_URL,
    entities,
    discovery: { warnWhenNoEntities: false },
    driverOptions: over(requests),
  })
  // Not the third one, whose connections may be in use for hours.
  const watches = [requests, others].map((pool) => watchPool(pool, answerMs))
  return {
    em: orm.em,
    transactions: transactionSemaphore(size, settings.DATABASE_ACQUIRE_TIMEOUT_MS),
    background,
    alone,
    Client,
    isConnected: () => answersInTime(raw`select`.execute(background)),
    isStuck: () => watches.some((isStuck) => isStuck()),
    async close() {
      await Promise.all([orm.close(), background.destroy(), alone.destroy()])
    },
  }
}

/** Shorter than a scrape may take, which has to report a database that hangs. */
const probeMs = 5000

const answersInTime = (statement: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    statement.then(
      () => true,
      () => false,
    ),
    setTimeout(probeMs, false, { ref: false }),
  ])

function transactionSemaphore(size: number, timeoutMs: number | undefined): GroupSemaphore {
  const permits = size - Math.ceil(size * shareOfReads)
  const refusal = () => unavailable('Too many changes are under way: try again.', 1, 'transactions')
  return createGroupSemaphore({ permits, permitsPerGroup: Math.ceil(permits * shareOfCaller), timeoutMs, refusal })
}

/**
 * Returns a check that is true if a pool has lost its connections: all of them are in use, a caller waits, and none has
 * been released for as long as several statements may take. An unreachable database does not look like that: its
 * connections fail and are released.
 */
export function watchPool(pool: pg.Pool, answerMs: number | undefined, now = () => performance.now()): () => boolean {
  let moved = now()
  const move = () => {
    moved = now()
  }
  pool.on('acquire', move)
  pool.on('release', move)
  pool.on('remove', move)
  return () =>
    answerMs !== undefined &&
    pool.waitingCount > 0 &&
    pool.idleCount === 0 &&
    now() - moved > answerMs * maxLongStatements
}
