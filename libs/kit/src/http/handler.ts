import type { EntityManager } from '@mikro-orm/postgresql'
import type { Operation, PathParams } from '@quire/contracts'
import type { Kysely } from 'kysely'
import type { ZodType, z } from 'zod'
import type { Position } from '../bus/positions.ts'
import type { Page } from '../lists.ts'
import type { Logger } from '../log.ts'
import type { Emit } from '../outbox/emit.ts'
import type { Cursors } from './cursors.ts'
import type { Result } from './outcome.ts'
import type { Caller } from './principal.ts'
import type { IncomingBytes } from './upload.ts'
import type { Visit } from './visit.ts'

/**
 * Performs another service's operation on the caller's behalf, or an internal one as this service; it must be declared
 * under `calls`. Its refusals are thrown as they are; a peer that is away is 503.
 */
export type Call = (operationId: string, input: CallInput) => Promise<unknown>

interface CallInput {
  params?: Record<string, string>
  body?: unknown
}

/** The same of an operation that streams: the data of its events as they come, until `signal` aborts. */
export type CallStream = (
  operationId: string,
  input: CallInput & { signal: AbortSignal },
) => AsyncGenerator<unknown, void>

/** What every handler gets, whatever its service. A POST, PUT, PATCH or DELETE runs in one transaction. */
export interface RequestContext<Tables> {
  caller: Caller
  /** The caller's user id; operations that need no token have none and must not read it. */
  userId: string
  em: EntityManager
  /** The same transaction as `em`, for hot reads. */
  sql: Kysely<Tables>
  emit: Emit
  /** Runs once the write has committed, and not where it rolls back; for waking workers, never for data. */
  afterCommit: (work: () => void) => void
  /**
   * Says that the handler has checked the caller's rights again, under a lock that keeps other changes of rights away.
   * Then nobody checks at the end. It is for writes that change rights, which may be the caller's own.
   */
  decided: () => void
  /**
   * Says that the answer tells of what was published up to this position: the caller's next requests see all of it, as
   * they see what this request writes itself.
   */
  covers: (position: Position | undefined) => void
  /**
   * Names the request by its Idempotency-Key, the same each time that it is repeated; undefined where it has none. For work
   * that goes on where the caller leaves, before any answer is kept.
   */
  repetition: string | undefined
  call: Call
  callStream: CallStream
  /** For lists: the page asked for, and the maker of the next one. */
  page: Page
  cursors: Cursors
  requestId: string
  /** Of operations declared `visit`; others have none and must not read it. */
  visit: Visit
  log: Logger
  /** Aborts when the caller goes away. */
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

/** A handler that does what takes long (a download, say) before its transaction begins. */
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
 * The same where `prepare` reads what was sent and leaves nothing behind: no transaction waits for a long text. A request
 * that is repeated under its key may read again, so nobody is kept from that meanwhile.
 */
export const readFirst = <Context, Product, Output>(
  prepare: (context: Context) => Promise<Product>,
  handle: (context: Context, product: Product) => Promise<Output>,
): Prepared<Context, Output> => new Prepared(prepare, handle, { onlyReads: true })

/** A handler of what its service reads where it decides access. */
class Reading<Context, Output> {
  readonly beside: unknown
  readonly handle: (context: Context) => Promise<Output>

  constructor(beside: unknown, handle: (context: never) => Promise<Output>) {
    this.beside = beside
    this.handle = handle as (context: Context) => Promise<Output>
  }
}

/** What a service may read beside access; the service's `extend` knows how. */
interface Beside<Row> {
  columns: { readonly expressionType?: Row | undefined }
}

/** `handle` gets as `row` what `beside` reads in the statement that decides access. */
export const reading = <Context, Row, Output>(
  beside: Beside<Row>,
  handle: (context: Context & { row: Row }) => Promise<Output>,
): Reading<Context, Output> => new Reading(beside, handle)

type Handler<Context, Output> =
  | ((context: Context) => Promise<Output>)
  | Prepared<Context, Output>
  | Reading<Context, Output>

/** One function an operation. `Extra` is what the service adds: its dependencies, and what `authorize` found. */
type Handlers<Table extends Record<string, AnyOperation>, Tables, Extra> = {
  [Id in keyof Table]: Handler<RequestContext<Tables> & Input<Table[Id]> & Extra, Result<Table[Id]>>
}

/** An operation with its handler, types forgotten: what the pipeline runs. */
export interface Route {
  operation: Operation
  prepare?: (context: never) => Promise<unknown>
  /** Its preparation leaves nothing behind. */
  onlyReads?: boolean
  /** What the service is to read beside access. */
  beside?: unknown
  handle(context: never, prepared: never): Promise<unknown>
}

/**
 * Gives a service its `implement`: pairs operations with handlers, complete by type.
 * `Tables` are its database's rows, `Extra` what its `extend` adds to every request.
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
