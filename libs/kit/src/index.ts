export { removeAuditEventsOf, retainedAuditEvents, storesAuditEvents } from './audit/retained-events.ts'
export { startClaimedWork } from './claims/claimed-work.ts'
export { createTurns, type FairRow, fairClaims } from './claims/fair-claims.ts'
export { type ClaimedRow, claimsOf } from './claims/row-claims.ts'
export { readUntil } from './db/cancellation.ts'
export { type Statement, statement } from './db/compiled-statement.ts'
export { type Database, openDatabase } from './db/database.ts'
export { databaseGauge } from './db/database-gauge.ts'
export { askForAllStates, type MigrationClass } from './db/kit-migrations.ts'
export { LongMigration } from './db/long-migration.ts'
export { inLongTransaction } from './db/long-transaction.ts'
export {
  migrate,
  migrateTo,
  migrationsIn,
  migrationsOf,
  restoreMark,
} from './db/migrate.ts'
export { hasOutlivedOthers } from './db/older-transactions.ts'
export { anyOf, containing, countedUpTo, countOf, rowsToRead, violates } from './db/queries.ts'
export type { KitTables } from './db/tables.ts'
export { takesWrites } from './db/takes-writes.ts'
export { whileAlone } from './db/while-alone.ts'
export { doAll } from './do-all.ts'
export * from './edge.ts'
export { OutboundAllow } from './fetch/allow.ts'
export { type GuardedClient, type GuardedGet, guardedClient, guardedFetch } from './fetch/fetch.ts'
export { openFetchProxy } from './fetch/fetch-proxy.ts'
export { type ForwardProxy, openForwardProxy } from './fetch/forward-proxy.ts'
export { type GuardedPoster, guardedPoster, requireEndpoint } from './fetch/post.ts'
export { FetchRefused } from './fetch/refused.ts'
export { requireReachable } from './fetch/require-reachable.ts'
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
export { keyRetentionMs } from './http/idempotency.ts'
export { cachedJson } from './http/json-bytes.ts'
export { countFitting, listOf, listOfTexts, type Page } from './http/list-envelope.ts'
export { maintenanceOperations } from './http/maintenance.ts'
export { OAuthRefusal } from './http/oauth.ts'
export {
  absent,
  created,
  Download,
  deleted,
  done,
  download,
  type EventStream,
  eventStream,
  numbered,
  page,
  type RangedFile,
  text,
  VisitAnswer,
} from './http/outcome.ts'
export type { ByteRange } from './http/ranges.ts'
export { requireRecentSession } from './http/recent-sign-in.ts'
export type { Confirm, Extend } from './http/request-in-progress.ts'
export { ScimRefusal } from './http/scim.ts'
export { type Spool, spooled } from './http/spooled.ts'
export { transact } from './http/transaction.ts'
export type { IncomingBytes } from './http/upload.ts'
export type { VisitRequest } from './http/visit-answer.ts'
export { openKeyRing, publicKeysOf } from './keys/key-ring.ts'
export { datedKey, type KeysLocation, keyFile, readSigningKeys, type SigningKey } from './keys/signing-keys.ts'
export { keysBefore, keysetPage } from './keyset.ts'
export { onApplied } from './live/on-applied.ts'
export { type AccessWatch, eventsWhileAllowed, latestStates, whileAllowed } from './live/while-allowed.ts'
export { deleteInSteps, deleteSome } from './outbox/delete-some.ts'
export { collector, type Emit, outboxRow, writeOutbox } from './outbox/emit.ts'
export { inSteps, type Step } from './outbox/job-steps.ts'
export type { Publisher } from './outbox/publisher.ts'
export { ownBytes } from './own-bytes.ts'
export { pieceBytes, piecesOf } from './pieces.ts'
export { projectionsByType } from './projector/apply-envelopes.ts'
export { heartbeatType, resyncBegunType, resyncEndedType } from './projector/control.ts'
export { replayDeadLetters } from './projector/dead-letters.ts'
export { startHeartbeat } from './projector/heartbeat.ts'
export { type Projection, type ProjectionContext, project } from './projector/projection.ts'
export { publishControlMessage, type Source, source } from './projector/resync.ts'
export { tableSource } from './projector/table-source.ts'
export { defaultRetryPolicy, type RetryPolicy } from './retry-policy.ts'
export { renewSealed, type SealedColumn, startSealRenewal } from './sealing/renew-sealed.ts'
export { openSealer, type Sealer } from './sealing/sealer.ts'
export {
  type RunningService,
  startService,
} from './service.ts'
export type { Foundation, ServiceDefinition, ServiceParts, StartOptions } from './service-definition.ts'
export { slugOf } from './slug.ts'
