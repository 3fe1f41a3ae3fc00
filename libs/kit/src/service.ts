import type { Operation } from '@quire/contracts'
import type { Kysely } from 'kysely'
import { type Bus, openBus, streamIdentity } from './bus/bus.ts'
import { openPositions, type Positions } from './bus/positions.ts'
import { type Revocations, watchRevocations } from './bus/revocations.ts'
import { type DatabaseConfig, secretKey } from './config.ts'
import { type Database, migrate, openDatabase, type Schema } from './db/database.ts'
import type { KitTables } from './db/tables.ts'
import { positionHeader, writePosition } from './http/calls.ts'
import type { Route } from './http/handler.ts'
import { forgetOldKeys } from './http/idempotency.ts'
import { EventStream, type Outcome } from './http/outcome.ts'
import { answer, type Extend, type PipelineDeps } from './http/pipeline.ts'
import { routeTable } from './http/routes.ts'
import { addProbes, createApp, errorHandler, listen } from './http/server.ts'
import { writeStream } from './http/stream.ts'
import { createLog, type Logger } from './log.ts'
import { type Loop, startLoop } from './loop.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createPublisher, type Publisher } from './outbox/publisher.ts'
import { startRelay } from './outbox/relay.ts'
import { projectionsByType } from './projector/apply.ts'
import type { Projection } from './projector/projection.ts'
import { startProjector } from './projector/projector.ts'
import { type Source, serveResyncs } from './projector/resync.ts'

/** What a service's own parts get to work with. */
export interface Foundation<Config extends DatabaseConfig = DatabaseConfig> {
  config: Config
  database: Database
  bus: Bus
  positions: Positions
  revocations: Revocations
  publisher: Publisher
  metrics: Metrics
  log: Logger
}

/** The parts a service builds on its foundation. */
export interface ServiceParts {
  routes: Route[]
  projections: Projection[]
  /** Where the states of the nouns it owns are, for resynchronisation. */
  sources: Source[]
  /** Authorizes by the operation's rule and adds dependencies to the context. */
  extend: Extend
  /** More reasons not to be ready. */
  readiness?: () => string[] | Promise<string[]>
  /** Jobs that run as long as the service does. */
  jobs?: Loop[]
  /** Done once, before the service is ready. */
  started?: () => Promise<void>
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
  foundation: Foundation
  /** Stops taking requests, finishes those under way, then lets go of broker and database. */
  close(): Promise<void>
}

/** Boots a service: migrates, connects, follows the stream, and listens. */
export async function startService<Config extends DatabaseConfig>(
  definition: ServiceDefinition<Config>,
  config: Config,
): Promise<RunningService> {
  const { name } = definition
  const log = createLog(name, config.LOG_LEVEL)
  const database = await openDatabase(config, definition.schema)
  await migrate(config, database)
  const bus = await openBus(config, name, log)
  const metrics = createMetrics(name)
  const sql = () => database.em.fork().getKysely() as unknown as Kysely<KitTables>
  const relay = startRelay(bus, sql, metrics, log)
  const positions = openPositions(bus, name)
  const revocations = await watchRevocations(bus)
  let streamId = (await streamIdentity(bus)).id
  const publisher = createPublisher(bus, sql, () => streamId, log, relay.wake)
  const foundation: Foundation<Config> = { config, database, bus, positions, revocations, publisher, metrics, log }
  const parts = definition.build(foundation)
  await parts.started?.()
  const projections = projectionsByType(parts.projections)
  const projector = startProjector({
    service: name,
    databaseUrl: config.DATABASE_URL,
    sql,
    bus,
    positions,
    publisher,
    projections,
    metrics,
    log,
  })
  const resyncs = serveResyncs({ owner: name, bus, sql: sql as never, sources: parts.sources, log })
  const housekeeping = startLoop({ name: 'housekeeping', everyMs: 60_000, log }, () => forgetOldKeys(sql()))
  const watchStream = startLoop({ name: 'stream watch', everyMs: 5000, log }, async () => {
    if (bus.isConnected()) streamId = (await streamIdentity(bus)).id
  })

  const handlers = new Map(parts.routes.map((route) => [route.operation.id, route]))
  const app = createApp(log)
  addProbes(app, () => readiness(foundation, definition, projector.trouble(), parts), metrics)
  const deps: PipelineDeps = {
    service: name,
    database,
    routes: routeTable(parts.routes.map((route): Operation => route.operation)),
    handlers,
    extend: parts.extend,
    projectsAccess: definition.projectsAccess,
    stalenessMaxMs: config.ACCESS_STALENESS_MAX * 1000,
    principalKey: secretKey(config, `principal-${name}.key`),
    internalKey: secretKey(config, 'internal.key'),
    cursorKey: secretKey(config, 'cursor.key'),
    peers: { identity: config.IDENTITY_URL, content: config.CONTENT_URL, sites: config.SITES_URL, ai: config.AI_URL },
    isBusConnected: bus.isConnected,
    positions,
    revocations,
    publisher,
    metrics,
    checkReplies: config.NODE_ENV !== 'production',
  }
  app.use(async (request, response) => {
    const { outcome, position } = await answer(deps, request, response, log)
    if (position) response.setHeader(positionHeader, writePosition(position))
    if (outcome instanceof EventStream) await writeStream(response, outcome, log)
    else write(response, outcome)
  })
  app.use(errorHandler(log))
  const { server, port } = await listen(app, config.HOST, config.PORT)

  return {
    port,
    foundation,
    async close() {
      server.close()
      server.closeIdleConnections()
      const drained = new Promise((resolve) => server.once('close', resolve))
      const patience = setTimeout(() => server.closeAllConnections(), config.SHUTDOWN_GRACE_MS)
      await drained
      clearTimeout(patience)
      await Promise.all(
        [...(parts.jobs ?? []), relay, projector, resyncs, housekeeping, watchStream].map((one) => one.stop()),
      )
      await publisher.settled()
      await bus.close()
      await database.close()
    },
  }
}

function write(response: import('express').Response, { status, body }: Outcome) {
  if (body === undefined) return void response.status(status).end()
  response.status(status).json(body)
}

async function readiness(
  { config, database, bus, positions, revocations }: Foundation,
  definition: { name: string; projectsAccess: boolean },
  trouble: string | undefined,
  parts: ServiceParts,
): Promise<string[]> {
  const reasons: string[] = []
  if (!(await database.isConnected())) reasons.push('the database')
  if (!bus.isConnected()) reasons.push('the message bus')
  if (!revocations.isSeeded()) reasons.push('the revocations')
  if (trouble) reasons.push(trouble)
  const isStale = positions.sinceHeartbeatMs(definition.name) > config.ACCESS_STALENESS_MAX * 1000
  if (definition.projectsAccess && isStale) reasons.push('a heartbeat of identity')
  return [...reasons, ...((await parts.readiness?.()) ?? [])]
}
