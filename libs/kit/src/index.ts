export { startClaimedWork } from './claims/claimed-work.ts'
export { type ClaimedRow, claimsOf } from './claims/claims.ts'
export { readUntil } from './db/cancellation.ts'
export { type Database, openDatabase } from './db/database.ts'
export { type MigrationClass, migrate, migrationsOf } from './db/migrate.ts'
export { anyOf, containing, countOf, rowsToRead, violates } from './db/queries.ts'
export { type Statement, statement } from './db/statement.ts'
export type { KitTables } from './db/tables.ts'
export * from './edge.ts'
export { OutboundAllow } from './fetch/allow.ts'
export { type GuardedClient, type GuardedGet, guardedClient, guardedFetch } from './fetch/fetch.ts'
export { FetchRefused } from './fetch/refused.ts'
export { notOfThisList } from './http/cursors.ts'
export {
  type Call,
  type CallStream,
  type Input,
  implementer,
  prepared,
  type RequestContext,
  readFirst,
  reading,
} from './http/handler.ts'
export { keysKeptMs } from './http/idempotency.ts'
export { keptJson } from './http/json.ts'
export { maintenanceOperations } from './http/maintenance.ts'
export {
  absent,
  created,
  Download,
  deleted,
  done,
  download,
  type EventStream,
  eventStream,
  page,
  type RangedFile,
  text,
  VisitAnswer,
} from './http/outcome.ts'
export type { Confirm, Extend } from './http/passage.ts'
export type { ByteRange } from './http/ranges.ts'
export { type Spool, spooled } from './http/spooled.ts'
export { transact } from './http/transaction.ts'
export type { IncomingBytes } from './http/upload.ts'
export type { Visit } from './http/visit.ts'
export { inSteps, type Step, whileAlone } from './jobs.ts'
export { openKeyRing, publicKeysOf } from './keys/key-ring.ts'
export { datedKey, type KeysPlace, keyFile, readSigningKeys, type SigningKey } from './keys/signing-keys.ts'
export { keysBefore, keysetPage } from './keyset.ts'
export { countedUpTo, countFitting, listOf, listOfTexts, type Page } from './lists.ts'
export { onApplied } from './live/on-applied.ts'
export { type Standing, whileAllowed } from './live/while-allowed.ts'
export { collector, type Emit, outboxRow, writeOutbox } from './outbox/emit.ts'
export type { Publisher } from './outbox/publisher.ts'
export { projectionsByType } from './projector/apply.ts'
export { heartbeatType, resyncBegunType, resyncEndedType } from './projector/control.ts'
export { replayDeadLetters } from './projector/dead-letters.ts'
export { startHeartbeat } from './projector/heartbeat.ts'
export { type Projection, type ProjectionContext, project } from './projector/projection.ts'
export { publishMark, type Source, source } from './projector/resync.ts'
export { tableSource } from './projector/table-source.ts'
export { type Patience, usualPatience } from './queues.ts'
export { openSealer, type Sealer } from './sealing/sealer.ts'
export {
  type Foundation,
  type RunningService,
  type ServiceDefinition,
  type ServiceParts,
  type StartOptions,
  startService,
} from './service.ts'
export { slugOf } from './slug.ts'
