import { setMaxListeners } from 'node:events'
import type { Kysely } from 'kysely'
import { type Bus, openBus } from './bus/bus.ts'
import { openPositions, type Positions } from './bus/positions.ts'
import { type Revocations, watchRevocations } from './bus/revocations.ts'
import type { DatabaseConfig } from './config.ts'
import { type Database, openDatabase, type Schema } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import type { KitTables } from './db/tables.ts'
import type { Route } from './http/handler.ts'
import { forgetOldKeys } from './http/idempotency.ts'
import { maintenanceRoutes } from './http/maintenance.ts'
import type { Confirm, Extend } from './http/passage.ts'
import { responder } from './http/responder.ts'
import { addProbes, createApp, drain, errorHandler, listen } from './http/server.ts'
import type { Spool } from './http/spooled.ts'
import { letGoWithinMs } from './lifecycle.ts'
import { createLog, type Logger } from './log.ts'
import { type Loop, startLoop } from './loop.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createPublisher, type Publisher } from './outbox/publisher.ts'
import { forgetPublished, startRelay } from './outbox/relay.ts'
import { projectionsByType } from './projector/apply.ts'
import { createFreshness, type Freshness } from './projector/freshness.ts'
import { requestHeartbeat } from './projector/heartbeat.ts'
import type { Projection } from './projector/projection.ts'
import { startProjector } from './projector/projector.ts'
import { type Source, serveResyncs } from './projector/resync.ts'
import { forgetOldRuns } from './projector/resync-claims.ts'
import { readinessOf, untilReady } from './readiness.ts'

/** What a service's own parts get to work with. */
export interface Foundation<Config extends DatabaseConfig = DatabaseConfig> {
  config: Config
  database: Database
  bus: Bus
  positions: Positions
  freshness: Freshness
  revocations: Revocations
  publisher: Publisher
  metrics: Metrics
  log: Logger
  /** What handlers and jobs tell the time by. */
  now: () => Date
}

/** What a start of a service may differ in. */
export interface StartOptions {
  /** The time to go by; that of the machine where absent. */
  now?: () => Date
}

/** The parts a service builds on its foundation. */
export interface ServiceParts {
  routes: Route[]
  projections: Projection[]
  /** Where the states of the nouns it owns are, for resynchronisation. */
  sources: Source[]
  /** Authorizes by the operation's rule and adds dependencies to the context. */
  extend: Extend
  /** Asks again at the end of each write. */
  confirm?: Confirm
  /** Where long answers wait for slow readers; absent where none are long. */
  spool?: Spool
  /** More reasons not to be ready. */
  readiness?: () => string[] | Promise<string[]>
  /** What runs as long as the service does: its jobs, and what its handlers share. */
  jobs?: Pick<Loop, 'stop'>[]
  /** Takes up again what the service itself gave up, when an operator replays what is parked; answers how much. */
  replay?: () => Promise<number>
  /** Done once, before the service listens. */
  started?: () => Promise<void>
  /** Loads what the first request would wait for; the service is not ready before. */
  warm?: () => Promise<void>
}

export interface ServiceDefinition<Config extends DatabaseConfig = DatabaseConfig> {
  name: 'identity' | 'content' | 'sites' | 'ai'
  schema: Schema
  /** Access is decided by projected events (everywhere but in identity). */
  projectsAccess: boolean
  build(foundation: Foundation<Config>): ServiceParts
}

export interface RunningService {
  port: number
  closeWithinMs: number
  foundation: Foundation
  /** What it was built of. */
  parts: Pick<ServiceParts, 'routes' | 'projections' | 'sources'>
  /** Resolves once nothing is missing that the service needs to answer; `/readyz` says the same. */
  untilReady(): Promise<void>
  /** Stops taking requests, finishes those under way, then lets go of broker and database. */
  close(): Promise<void>
}

/** Opens the migrated database and the bus at the same time. Where one fails, neither stays open. */
async function openBoth(
  { name, schema }: Pick<ServiceDefinition, 'name' | 'schema'>,
  config: DatabaseConfig,
  log: Logger,
): Promise<[Database, Bus]> {
  const migrated = async () => {
    await migrate(config, schema)
    return openDatabase(config, schema)
  }
  const [database, bus] = await Promise.allSettled([migrated(), openBus(config, name, log)])
  if (database.status === 'fulfilled' && bus.status === 'fulfilled') return [database.value, bus.value]
  if (database.status === 'fulfilled') await database.value.close()
  if (bus.status === 'fulfilled') await bus.value.close()
  throw database.status === 'rejected' ? database.reason : (bus as PromiseRejectedResult).reason
}

/** Boots a service: migrates, connects, follows the stream, and listens. A start that fails leaves nothing open. */
export async function startService<Config extends DatabaseConfig>(
  definition: ServiceDefinition<Config>,
  config: Config,
  { now = () => new Date() }: StartOptions = {},
): Promise<RunningService> {
  const { name } = definition
  const log = createLog(name, config.LOG_LEVEL)
  const metrics = createMetrics(name)
  const [database, bus] = await openBoth(definition, config, log)
  const running: Pick<Loop, 'stop'>[] = []
  // What is closed is what was opened, the other way round.
  await using opened = new AsyncDisposableStack()
  opened.defer(() => database.close())
  opened.defer(() => bus.close())
  const sql = () => database.background as unknown as Kysely<KitTables>
  const relay = startRelay(bus, sql, metrics, log)
  running.push(relay)
  const positions = openPositions(bus, name)
  const freshness = createFreshness(name, positions, () => requestHeartbeat(bus))
  const revocations = watchRevocations(bus, log)
  const publisher = createPublisher(bus, sql, relay, log)
  opened.defer(() => publisher.settled())
  opened.defer(async () => void (await Promise.all(running.map((one) => one.stop()))))
  const foundation = { config, database, bus, positions, freshness, revocations, publisher, metrics, log, now }
  const parts = definition.build(foundation)
  running.push(...(parts.jobs ?? []))
  await parts.started?.()
  const projections = projectionsByType(parts.projections)
  const databaseUrl = config.DATABASE_URL
  const projector = startProjector({
    service: name,
    databaseUrl,
    projections,
    sql,
    bus,
    positions,
    freshness: definition.projectsAccess ? freshness : undefined,
    publisher,
    metrics,
    log,
  })
  running.push(projector)
  const resyncs = serveResyncs({ owner: name, bus, sql, sources: parts.sources, log })
  const housekeeping = startLoop({ name: 'housekeeping', everyMs: 60_000, log }, async () => {
    await forgetOldKeys(sql())
    await forgetOldRuns(sql())
    await forgetPublished(sql())
  })
  running.push(resyncs, housekeeping)
  let isWarm = false
  const readiness = readinessOf(foundation, definition, async () => [
    ...((await parts.readiness?.()) ?? []),
    ...(isWarm ? [] : ['what its first request needs']),
  ])

  const app = createApp(log)
  addProbes(app, readiness, metrics, database.isStuck)
  const routes = [...parts.routes, ...maintenanceRoutes(name, sql, projections, parts.replay)]
  const ending = new AbortController()
  // Each live stream listens.
  setMaxListeners(0, ending.signal)
  app.use(responder(foundation, definition, { ...parts, routes }, ending.signal))
  app.use(errorHandler(log))
  const { server, port } = await listen(app, config.HOST, config.PORT)
  // Requests need not wait for it: they load what they need themselves.
  const warmed = Promise.resolve(parts.warm?.())
    .catch((error: unknown) => log.warn({ err: error }, 'what the first request needs cannot be loaded yet'))
    .then(() => {
      isWarm = true
    })
  const closing = opened.move()

  return {
    port,
    closeWithinMs: config.SHUTDOWN_GRACE_MS + letGoWithinMs,
    foundation,
    parts,
    async untilReady() {
      await warmed
      await untilReady(foundation, readiness)
    },
    async close() {
      await drain(server, config.SHUTDOWN_GRACE_MS, () => ending.abort())
      await closing.disposeAsync()
    },
  }
}
