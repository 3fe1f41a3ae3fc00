import type { KeyObject } from 'node:crypto'
import type { Operation } from '@quire/contracts'
import type { Database } from '../db/database.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Publisher } from '../outbox/publisher.ts'
import type { IncarnationWatch } from '../projector/incarnation-watch.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { AdmissionDeps } from './admission.ts'
import type { StoreAudit } from './audit-note.ts'
import type { Call, CallStream, RequestContext, Route } from './handler.ts'
import type { IdempotentRequest } from './idempotency.ts'
import type { RequestInput } from './input.ts'
import type { Principal } from './principal.ts'
import type { RouteTable } from './route-table.ts'
import type { VisitRequest } from './visit-answer.ts'

/**
 * Adds a service's own part to a request: authorization by the operation's rule, and dependencies. `earlier` is the
 * context in which a handler prepared: access that was found there need not be looked up before the transaction's end.
 */
export type Extend = (
  context: RequestContext<never> & { operation: Operation; params: Record<string, string> },
  earlier?: object,
) => Promise<object>

/**
 * Checks at the end of a write whether its caller still may, and whether the handler decided by what still holds: while
 * the write waited, rights may have been taken away. Throws the refusal, or `Overtaken` where the write must run again.
 */
export type Confirm = (context: never) => Promise<void>

export interface PipelineDeps extends AdmissionDeps {
  database: Database
  routes: RouteTable
  handlers: ReadonlyMap<string, Route>
  extend: Extend
  confirm?: Confirm | undefined
  principalKey: KeyObject
  internalKey: KeyObject
  cursorKey: KeyObject
  peers: Partial<Record<string, string>>
  publisher: Publisher
  toldBy: IncarnationWatch['toldBy']
  requireAgreed: IncarnationWatch['requireAgreed']
  /** Absent if nothing is traced. */
  tracing: Tracing | undefined
  /** Absent in a service without audited operations. */
  storeAudit: StoreAudit | undefined
  metrics: Metrics
  checkReplies: boolean
}

/** One request on its way through a service. */
export interface RequestInProgress {
  deps: PipelineDeps
  route: Route
  principal: Principal
  input: RequestInput
  call: Call
  callStream: CallStream
  covers: RequestContext<never>['covers']
  indexIsBehind: RequestContext<never>['indexIsBehind']
  idempotent: IdempotentRequest | undefined
  /** Called where the answer is that of an earlier request with the same key. */
  answersAgain: () => void
  requestId: string
  visit: VisitRequest
  log: Logger
  signal: AbortSignal
}
