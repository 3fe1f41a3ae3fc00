import { setMaxListeners } from 'node:events'
import type { Kysely } from 'kysely'
import { deleteOldAuditEvents, retainedAudit } from './audit/retained-events.ts'
import { type Bus, openBus } from './bus/bus.ts'
import { openPositions } from './bus/positions.ts'
import { watchRevocations } from './bus/revocation-watch.ts'
import type { DatabaseConfig } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { migrate, migrationsOf } from './db/migrate.ts'
import type { KitTables } from './db/tables.ts'
import { takesWrites } from './db/takes-writes.ts'
import { reach } from './first-contact.ts'
import { drain } from './http/drain.ts'
import { deleteOldKeys } from './http/idempotency.ts'
import { maintenanceRoutes } from './http/maintenance.ts'
import { createReadiness, processPart } from './http/readiness.ts'
import { addProbes, createApp, errorHandler, listen } from './http/server.ts'
import { closeTimeoutMs } from './lifecycle.ts'
import { createLog } from './log.ts'
import { type Loop, startLoop } from './loop.ts'
import { createMetrics } from './metrics.ts'
import { createPublisher } from './outbox/publisher.ts'
import { deletePublished, startRelay } from './outbox/relay.ts'
import { projectionsByType } from './projector/apply-envelopes.ts'
import { createFreshness } from './projector/freshness.ts'
import { requestHeartbeat } from './projector/heartbeat.ts'
import { watchIncarnation } from './projector/incarnation-watch.ts'
import { watchPauses } from './projector/pauses.ts'
import { startProjector } from './projector/projector.ts'
import { serveResyncs } from './projector/resync.ts'
import { deleteOldRuns } from './projector/resync-claims.ts'
import { isStoredPast, streamEnd } from './projector/stream-history.ts'
import { responder } from './responder.ts'
import type { Foundation, ServiceDefinition, ServiceParts, StartOptions } from './service-definition.ts'
import { partsOf, untilReady } from './service-readiness.ts'
import { openTracing } from './tracing/open-tracing.ts'
import { uncaughtErrorReporter } from './uncaught-errors.ts'

export interface RunningService {
  port: number
  closeWithinMs: number
  foundation: Foundation
  /** The parts that the service was built of. */
  parts: Pick<ServiceParts, 'routes' | 'projections' | 'sources'>
  /** Resolves once the service is ready, as `/readyz` reports it. */
  untilReady(): Promise<void>
  /** Stops being ready, accepts requests for SHUTDOWN_DRAIN_MS, finishes those in progress, then closes broker and database. */
  close(): Promise<void>
  reportUncaught(error: Error): void
}

/**
 * Bytes of the headers of a request: those that the gateway takes (16 kB) and what it adds. A service that refused more
 * would end its connection, and whoever asks would take it for a replica that stops.
 */
const maxHeaderSize = 48 * 1024

/** Opens the migrated database and the bus at the same time. If one fails, neither stays open. */
async function openBoth(
  { name, schema }: Pick<ServiceDefinition, 'name' | 'schema'>,
  config: DatabaseConfig,
  { log, metrics }: Pick<Foundation, 'log' | 'metrics'>,
): Promise<[Database, Bus]> {
  const migrated = async () => {
    const report = (line: string) => log.info(line)
    await reach({ name: 'the database', waitMs: config.START_WAIT_MS, log }, () => migrate(config, schema, report))
    return openDatabase(config, schema, metrics)
  }
  const [database, bus] = await Promise.allSettled([migrated(), openBus(config, name, log, metrics)])
  if (database.status === 'fulfilled' && bus.status === 'fulfilled') return [database.value, bus.value]
  if (database.status === 'fulfilled') await database.value.close()
  if (bus.status === 'fulfilled') await bus.value.close()
  throw database.status === 'rejected' ? database.reason : (bus as PromiseRejectedResult).reason
}

/** Boots a service: migrates, connects, reads the stream, and listens. A start that fails leaves nothing open. */
export async function startService<Config extends DatabaseConfig>(
  definition: ServiceDefinition<Config>,
  config: Config,
  { now = () => new Date(), warnings = [] }: StartOptions = {},
): Promise<RunningService> {
  const { name } = definition
  const log = createLog(name, config.LOG_LEVEL)
  for (const warning of warnings) log.warn(warning)
  const metrics = createMetrics(name)
  const running: Pick<Loop, 'stop'>[] = []
  // Close in reverse order.
  await using opened = new AsyncDisposableStack()
  const tracing = await openTracing(config, name, { log, metrics })
  opened.defer(() => tracing?.close())
  const [database, bus] = await openBoth(definition, config, { log, metrics })
  opened.defer(() => database.close())
  opened.defer(() => bus.close())
  const sql = () => database.background as unknown as Kysely<KitTables>
  const relay = startRelay(bus, sql, metrics, log)
  running.push(relay)
  const positions = openPositions(bus, name)
  const freshness = createFreshness(name, positions, () => requestHeartbeat(bus))
  const revocations = watchRevocations(bus, log)
  const publisher = createPublisher(bus, sql, relay, { log, metrics })
  opened.defer(() => publisher.settled())
  opened.defer(async () => void (await Promise.all(running.map((one) => one.stop()))))
  const foundation = { config, database, bus, positions, freshness, revocations, publisher, metrics, log, now }
  const built = definition.build(foundation)
  const audit = retainedAudit(name, built)
  const parts: ServiceParts = audit
    ? { ...built, storeAudit: audit.storeAudit, sources: [...built.sources, audit.source] }
    : built
  running.push(...(parts.jobs ?? []))
  await parts.started?.()
  const projections = projectionsByType(parts.projections)
  const databaseUrl = config.DATABASE_URL
  const projector = startProjector({
    service: name,
    schema: migrationsOf(definition.schema).length,
    databaseUrl,
    projections,
    sql,
    bus,
    positions,
    freshness: definition.projectsAccess ? freshness : undefined,
    publisher,
    tracing,
    metrics,
    log,
  })
  running.push(projector)
  const resyncs = serveResyncs({
    owner: name,
    bus,
    sql,
    sources: [...parts.sources, ...(audit ? [audit.source] : [])],
    log,
  })
  const housekeeping = startLoop({ name: 'housekeeping', everyMs: 60_000, log }, async () => {
    await deleteOldKeys(sql())
    await deleteOldRuns(sql())
    await deletePublished(sql())
    if (audit) await deleteOldAuditEvents(sql(), { now: now(), retentionDays: config.AUDIT_RETENTION_DAYS })
  })
  const incarnations = watchIncarnation({ owner: name, bus, sql, publisher, repeat: resyncs.repeat, log })
  running.push(incarnations, resyncs, housekeeping)
  const pauses = watchPauses({
    service: name,
    positions,
    streamEnd: () => streamEnd(bus),
    canWrite: () => takesWrites(sql() as never),
    isStored: (position) => isStoredPast(bus, sql(), position),
  })
  opened.defer(() => pauses.stop())
  let isWarm = false
  const stopping = new AbortController()
  const ownParts = partsOf(foundation, definition)
  const readiness = createReadiness(
    async () => [
      ...(await ownParts()),
      ...((await parts.dependsOn?.()) ?? []),
      processPart(stopping.signal),
      { name: 'preparation', missing: isWarm ? undefined : 'what its first request needs', neededFor: 'start' },
    ],
    metrics,
  )

  const app = createApp(log)
  addProbes(app, readiness, metrics, database.isStuck)
  const routes = [...parts.routes, ...maintenanceRoutes(name, sql, projections, parts.replay)]
  const ending = new AbortController()
  // Each live stream adds a listener.
  setMaxListeners(0, ending.signal)
  app.use(
    responder(
      { ...foundation, pauses, toldBy: incarnations.toldBy, requireAgreed: incarnations.requireAgreed, tracing },
      definition,
      { ...parts, routes },
      ending.signal,
    ),
  )
  app.use(errorHandler(log))
  const { server, port } = await listen(app, config.HOST, config.PORT, { maxHeaderSize })
  // Requests need not wait for the warm-up: they load their data themselves.
  const warmed = Promise.resolve(parts.warm?.())
    .catch((error: unknown) => log.warn({ err: error }, 'what the first request needs cannot be loaded yet'))
    .then(() => {
      isWarm = true
    })
  const closing = opened.move()

  return {
    port,
    closeWithinMs: config.SHUTDOWN_DRAIN_MS + config.SHUTDOWN_GRACE_MS + closeTimeoutMs,
    foundation,
    parts,
    async untilReady() {
      await warmed
      await untilReady(foundation, readiness)
    },
    async close() {
      stopping.abort()
      const { SHUTDOWN_DRAIN_MS: drainMs, SHUTDOWN_GRACE_MS: graceMs } = config
      await drain(server, { drainMs, graceMs }, () => ending.abort())
      await closing.disposeAsync()
    },
    reportUncaught: uncaughtErrorReporter(foundation),
  }
}
