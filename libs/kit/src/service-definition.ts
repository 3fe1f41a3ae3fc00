import type { Bus } from './bus/bus.ts'
import type { Positions } from './bus/positions.ts'
import type { Revocations } from './bus/revocation-watch.ts'
import type { DatabaseConfig } from './config.ts'
import type { Database } from './db/database.ts'
import type { Schema } from './db/migrate.ts'
import type { StoreAudit } from './http/audit-note.ts'
import type { Route } from './http/handler.ts'
import type { Part } from './http/readiness.ts'
import type { Confirm, Extend } from './http/request-in-progress.ts'
import type { Spool } from './http/spooled.ts'
import type { Logger } from './log.ts'
import type { Loop } from './loop.ts'
import type { Metrics } from './metrics.ts'
import type { Publisher } from './outbox/publisher.ts'
import type { Freshness } from './projector/freshness.ts'
import type { Projection } from './projector/projection.ts'
import type { Source } from './projector/resync.ts'

/** The shared parts of a service, from which it builds its own. */
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
  /** The clock of handlers and jobs. */
  now: () => Date
}

/** Options of a start. */
export interface StartOptions {
  /** The clock; that of the machine if absent. */
  now?: () => Date
  /** Doubts about the configuration, which are logged. */
  warnings?: readonly string[]
}

/** The parts a service builds on its foundation. */
export interface ServiceParts {
  routes: Route[]
  projections: Projection[]
  /** Sources of the states of its nouns, for resynchronisation. */
  sources: Source[]
  /** Authorizes by the operation's rule and adds dependencies to the context. */
  extend: Extend
  /** Checks access again at the end of each write. */
  confirm?: Confirm
  /** Stores audit events, in place of retaining and publishing them. */
  storeAudit?: StoreAudit
  /** Opens files in which long answers wait for slow readers; absent if no answers are long. */
  spool?: Spool
  /** Further parts that the service depends on. */
  dependsOn?: () => Part[] | Promise<Part[]>
  /** Parts that run as long as the service: its jobs, and the parts that its handlers share. */
  jobs?: Pick<Loop, 'stop'>[]
  /** Resumes work that the service itself gave up, when an operator replays parked events; returns the amount. */
  replay?: () => Promise<number>
  /** Runs once, before the service listens. */
  started?: () => Promise<void>
  /** Loads data that the first request would wait for; the service is not ready before. */
  warm?: () => Promise<void>
}

export interface ServiceDefinition<Config extends DatabaseConfig = DatabaseConfig> {
  name: 'identity' | 'content' | 'sites' | 'ai'
  schema: Schema
  /** Access is decided by projected events (everywhere but in identity). */
  projectsAccess: boolean
  build(foundation: Foundation<Config>): ServiceParts
}
