import type { EntityManager } from '@mikro-orm/postgresql'
import type { Operation, PathParams } from '@quire/contracts'
import type { Kysely } from 'kysely'
import type { ZodType, z } from 'zod'
import type { Position } from '../bus/position.ts'
import type { Logger } from '../log.ts'
import type { Emit } from '../outbox/emit.ts'
import type { Audit } from './audit-note.ts'
import type { Cursors } from './cursors.ts'
import type { Page } from './list-envelope.ts'
import type { Result } from './outcome.ts'
import type { Caller } from './principal.ts'
import type { IncomingBytes } from './upload.ts'
import type { VisitRequest } from './visit-answer.ts'

/**
 * Performs another service's operation on the caller's behalf, or an internal one as this service; the operation must be
 * declared under `calls`. Refusals of the other service are thrown unchanged; an unreachable service is 503.
 */
export type Call = (operationId: string, input: CallInput) => Promise<unknown>

interface CallInput {
  params?: Record<string, string>
  body?: unknown
  /** The site whose visitors the call is for: the other service makes them wait for each other before anybody else. */
  siteId?: string
  /**
   * Names what the call makes, among all that the operation of this service makes for the caller: a later request that calls
   * again by the same name, with the same body, gets what the first one made, also if its answer was lost.
   */
  makes?: string
}

/** Performs an operation of another service that streams: yields the data of its events until `signal` aborts. */
export type CallStream = (
  operationId: string,
  input: CallInput & { signal: AbortSignal },
) => AsyncGenerator<unknown, void>

/** The context of handlers of all services. A POST, PUT, PATCH or DELETE runs in one transaction. */
export interface RequestContext<Tables> {
  caller: Caller
  /** The caller's user id; operations that need no token have none and must not read it. */
  userId: string
  em: EntityManager
  /** The same transaction as `em`, for hot reads. */
  sql: Kysely<Tables>
  emit: Emit
  /** Runs `work` once the write has committed, and never if it rolls back; for waking workers, never for data. */
  afterCommit: (work: () => void) => void
  /**
   * Declares that the handler has checked the caller's rights again, under a lock that keeps other changes of rights away.
   * The check at the end is then skipped. It is for writes that change rights, which may be the caller's own.
   */
  decided: () => void
  /** Adds to the audit event that an audited write leaves, where path, body and answer do not say everything. */
  audit: Audit
  /**
   * Declares that the answer contains events up to this position: the caller's next requests see all of them, as they see
   * the writes of this request itself.
   */
  covers: (position: Position | undefined) => void
  /** Declares that the answer comes from an index that lacks changes which are live already: a header says so. */
  indexIsBehind: () => void
  /**
   * Identifies the request by its Idempotency-Key, the same each time that it is repeated; undefined if it has none. For
   * work that goes on if the caller disconnects, before any answer is stored.
   */
  repetition: string | undefined
  call: Call
  callStream: CallStream
  /** For lists: the requested page, and the cursors of the next one. */
  page: Page
  cursors: Cursors
  requestId: string
  /** The id of the last event that the client has, for operations that pass `last-event-id`. */
  lastEventId?: string
  /** The visitor's request, for operations declared `visit`; others have none and must not read it. */
  visit: VisitRequest
  /** The headers of the request that the operation declares in `passes`; others have none and must not read it. */
  passed: Readonly<Record<string, string | string[] | undefined>>
  log: Logger
  /** Aborts when the caller disconnects. */
  signal: AbortSignal
}

type OutputOf<Schema> = Schema extends ZodType ? z.output<Schema> : undefined

/** The parsed input of one operation. */
export interface Input<Op extends { path: string; query?: ZodType; body?: ZodType; upload?: boolean }> {
  params: Record<PathParams<Op['path']>, string>
  query: OutputOf<Op['query']>
  body: Op extends { upload: true } ? IncomingBytes : OutputOf<Op['body']>
}

type AnyOperation = Operation

/** A handler that does long work, such as a download, before its transaction begins. */
class Prepared<Context, Output> {
  readonly prepare: (context: Context) => Promise<unknown>
  readonly handle: (context: Context, prepared: never) => Promise<Output>
  readonly onlyReads: boolean

  constructor(
    prepare: (context: Context) => Promise<unknown>,
    handle: (context: Context, prepared: never) => Promise<Output>,
    { onlyReads }: { onlyReads: boolean },
  ) {
    this.prepare = prepare
    this.handle = handle
    this.onlyReads = onlyReads
  }
}

/** `prepare` runs first, for an authorized caller but outside any transaction; `handle` gets what it returned. */
export const prepared = <Context, Product, Output>(
  prepare: (context: Context) => Promise<Product>,
  handle: (context: Context, product: Product) => Promise<Output>,
): Prepared<Context, Output> => new Prepared(prepare, handle, { onlyReads: false })

/**
 * Like `prepared`, for a `prepare` that only reads the input and has no other effect: no transaction waits for a long text.
 * A request that is repeated under its key may read again, so its key is not reserved meanwhile.
 */
export const readFirst = <Context, Product, Output>(
  prepare: (context: Context) => Promise<Product>,
  handle: (context: Context, product: Product) => Promise<Output>,
): Prepared<Context, Output> => new Prepared(prepare, handle, { onlyReads: true })

/** A handler of a row that its service reads in the statement that decides access. */
class Reading<Context, Output> {
  readonly beside: unknown
  readonly handle: (context: Context) => Promise<Output>

  constructor(beside: unknown, handle: (context: never) => Promise<Output>) {
    this.beside = beside
    this.handle = handle as (context: Context) => Promise<Output>
  }
}

/** Columns that a service can read beside access; the service's `extend` knows how. */
interface Beside<Row> {
  columns: { readonly expressionType?: Row | undefined }
}

/** `handle` gets as `row` the columns of `beside`, read in the statement that decides access. */
export const reading = <Context, Row, Output>(
  beside: Beside<Row>,
  handle: (context: Context & { row: Row }) => Promise<Output>,
): Reading<Context, Output> => new Reading(beside, handle)

type Handler<Context, Output> =
  | ((context: Context) => Promise<Output>)
  | Prepared<Context, Output>
  | Reading<Context, Output>

/** One function for each operation. `Extra` is the part that the service adds: its dependencies, and what `authorize` found. */
type Handlers<Table extends Record<string, AnyOperation>, Tables, Extra> = {
  [Id in keyof Table]: Handler<RequestContext<Tables> & Input<Table[Id]> & Extra, Result<Table[Id]>>
}

/** An operation with its handler, without their types, as the pipeline runs them. */
export interface Route {
  operation: Operation
  prepare?: (context: never) => Promise<unknown>
  /** True if the preparation has no effect that lasts. */
  onlyReads?: boolean
  /** The columns that the service reads beside access. */
  beside?: unknown
  handle(context: never, prepared: never): Promise<unknown>
}

/**
 * Returns the `implement` of a service, which pairs operations with handlers, complete by type. `Tables` are the rows of
 * its database, `Extra` is the part that its `extend` adds to every request.
 */
export function implementer<Tables, Extra>() {
  return <Table extends Record<string, AnyOperation>>(
    table: Table,
    handlers: Handlers<Table, Tables, Extra>,
  ): Route[] =>
    Object.values<AnyOperation>(table).map((operation) => {
      const handler = handlers[operation.id as keyof Table]
      if (handler instanceof Prepared) {
        const { prepare, onlyReads, handle } = handler
        return { operation, prepare, onlyReads, handle }
      }
      if (handler instanceof Reading) return { operation, beside: handler.beside, handle: handler.handle }
      return { operation, handle: handler as Route['handle'] }
    })
}
