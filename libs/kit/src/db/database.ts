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
import { createGate, type Gate } from '../gate.ts'
import { unavailable } from '../refusals.ts'
import { ReturningDialect } from './driver.ts'
import type { MigrationClass } from './migrate.ts'
import { openPool } from './pool.ts'
import { preparingClient } from './statements.ts'
import { watchPool } from './stuck.ts'

export interface Schema {
  entities: (EntityClass<AnyEntity> | EntitySchema)[]
  migrations: MigrationClass[]
}

/** Where a database is, and how long each wait in it may take; a wait that is not named has no bound. */
export type DatabasePlace = Pick<DatabaseConfig, 'DATABASE_URL'> &
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
  /** For requests: entities, and by `getKysely()` the tables. */
  em: EntityManager
  /**
   * Bounds the transactions of requests. However many transactions of one caller wait for a lock, some connections are
   * left for reads and some for the writes of others.
   */
  transactions: Gate
  /** For what has to go on while requests hold every connection of theirs: projector, relay, jobs, health. */
  background: Kysely<never>
  isConnected(): Promise<boolean>
  /** What all of its connections are made of. */
  Client: typeof pg.Client
  /** True where connections were lent out for so long that they will not come back: only a restart helps. */
  isStuck(): boolean
  /** Waits for the connections that are lent out. */
  close(): Promise<void>
}

const backgroundConnections = 4
/** The part of the requests' connections that transactions never take. */
const forReads = 1 / 4
/** The part of the transactions that one caller may have at most. */
const ofCaller = 1 / 2
/** A server has this long to say that a statement took too long, before it is taken to be gone. */
const graceMs = 5000

/** Connects a service to its own database; the kit's tables come with it. */
export async function openDatabase(place: DatabasePlace, { entities }: Pick<Schema, 'entities'>): Promise<Database> {
  const Client = preparingClient()
  const size = place.DATABASE_POOL ?? 2
  const requests = openPool(place, { Client, max: size, name: 'requests' })
  const others = openPool(place, { Client, max: backgroundConnections, name: 'background' })
  const answerMs = place.DATABASE_STATEMENT_TIMEOUT_MS && place.DATABASE_STATEMENT_TIMEOUT_MS + graceMs
  const background = new Kysely<never>({ dialect: new ReturningDialect(others, answerMs) })
  const orm = await MikroORM.init({
    clientUrl: place.DATABASE_URL,
    entities,
    discovery: { warnWhenNoEntities: false },
    driverOptions: new ReturningDialect(requests, answerMs),
  })
  const watches = [requests, others].map((pool) => watchPool(pool, answerMs))
  return {
    em: orm.em,
    transactions: transactionGate(size, place.DATABASE_ACQUIRE_TIMEOUT_MS),
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

function transactionGate(size: number, waitMs: number | undefined): Gate {
  const most = size - Math.ceil(size * forReads)
  const refusal = () => unavailable('Too many changes are under way: try again.')
  return createGate({ most, mostOfGroup: Math.ceil(most * ofCaller), waitMs, refusal })
}
