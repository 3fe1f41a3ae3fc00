import {
  type AnyEntity,
  type EntityClass,
  type EntityManager,
  type EntitySchema,
  MikroORM,
} from '@mikro-orm/postgresql'
import { Kysely, sql as raw } from 'kysely'
import type pg from 'pg'
import type { DatabaseConfig } from '../config.ts'
import { createGroupSemaphore, type GroupSemaphore } from '../group-semaphore.ts'
import { unavailable } from '../refusals.ts'
import { ReturningDialect } from './driver.ts'
import type { MigrationClass } from './migrate.ts'
import { openPool } from './pool.ts'
import { watchPool } from './pool-watch.ts'
import { preparingClient } from './preparing-client.ts'

export interface Schema {
  entities: (EntityClass<AnyEntity> | EntitySchema)[]
  migrations: MigrationClass[]
}

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

/** A service's own database, through two pools. */
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
  isConnected(): Promise<boolean>
  /** The class of all its connections. */
  Client: typeof pg.Client
  /** True if connections have been in use for so long that they will not come back: only a restart helps. */
  isStuck(): boolean
  /** Waits for the connections that are in use. */
  close(): Promise<void>
}

const backgroundConnections = 4
/** The part of the requests' connections that transactions never take. */
const shareOfReads = 1 / 4
/** The part of the transactions that one caller may have at most. */
const shareOfCaller = 1 / 2
/** The time that a server has to report a statement timeout, before it counts as unreachable. */
const graceMs = 5000

/** Connects a service to its own database; the kit's tables come with it. */
export async function openDatabase(
  settings: DatabaseSettings,
  { entities }: Pick<Schema, 'entities'>,
): Promise<Database> {
  const Client = preparingClient()
  const size = settings.DATABASE_POOL ?? 2
  const requests = openPool(settings, { Client, max: size, name: 'requests' })
  const others = openPool(settings, { Client, max: backgroundConnections, name: 'background' })
  const answerMs = settings.DATABASE_STATEMENT_TIMEOUT_MS && settings.DATABASE_STATEMENT_TIMEOUT_MS + graceMs
  const background = new Kysely<never>({ dialect: new ReturningDialect(others, answerMs) })
  const orm = await MikroORM.init({
    clientUrl: settings.DATABASE_URL,
    entities,
    discovery: { warnWhenNoEntities: false },
    driverOptions: new ReturningDialect(requests, answerMs),
  })
  const watches = [requests, others].map((pool) => watchPool(pool, answerMs))
  return {
    em: orm.em,
    transactions: transactionSemaphore(size, settings.DATABASE_ACQUIRE_TIMEOUT_MS),
    background,
    Client,
    isConnected: () =>
      raw`select`.execute(background).then(
        () => true,
        () => false,
      ),
    isStuck: () => watches.some((isStuck) => isStuck()),
    async close() {
      await Promise.all([orm.close(), background.destroy()])
    },
  }
}

function transactionSemaphore(size: number, timeoutMs: number | undefined): GroupSemaphore {
  const permits = size - Math.ceil(size * shareOfReads)
  const refusal = () => unavailable('Too many changes are under way: try again.')
  return createGroupSemaphore({ permits, permitsPerGroup: Math.ceil(permits * shareOfCaller), timeoutMs, refusal })
}
