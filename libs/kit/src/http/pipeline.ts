import type { KeyObject } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EntityManager } from '@mikro-orm/postgresql'
import { ListQuery, type Operation } from '@quire/contracts'
import type { Kysely } from 'kysely'
import { later, type Position } from '../bus/positions.ts'
import { readUntil } from '../db/cancellation.ts'
import type { Database } from '../db/database.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Emit } from '../outbox/emit.ts'
import type { Publisher } from '../outbox/publisher.ts'
import { notFound } from '../refusals.ts'
import { type AdmissionDeps, admit, isWrite } from './admission.ts'
import { isLarge } from './body.ts'
import { callsOf } from './calls.ts'
import { cursorsFor } from './cursors.ts'
import type { Call, RequestContext, Route } from './handler.ts'
import { claim, type IdempotentRequest, idempotentRequest, remember } from './idempotency.ts'
import { header, type RequestInput, readAddress, readParsedBody } from './input.ts'
import { type AnyOutcome, Outcome } from './outcome.ts'
import { type Principal, principalHeader, verifyPrincipal } from './principal.ts'
import { asOutcome, checkReply } from './replies.ts'
import { whileReserved } from './reservation.ts'
import type { Match, RouteTable } from './routes.ts'
import {
  type AfterCommit,
  neverCommits,
  type Perform,
  type Performed,
  publish,
  readOnly,
  transact,
} from './transaction.ts'

/** Adds a service's own part to a request: authorization by the operation's rule, and dependencies. */
export type Extend = (
  context: RequestContext<never> & { operation: Operation; params: Record<string, string> },
) => Promise<object>

/**
 * Asks at the end of a write whether its caller still may, and whether what the handler decided by still holds: what it
 * waited for may have taken rights away. Throws the refusal, or `Overtaken` where it is to be decided anew.
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
  metrics: Metrics
  checkReplies: boolean
}

export interface Answer {
  outcome: AnyOutcome
  /** The highest position that this request's writes took. */
  position: Position | undefined
  /** What they revoked, as keys of the bucket. */
  revoked?: string[]
}

/** One request on its way through a service. */
interface Passage {
  deps: PipelineDeps
  route: Route
  principal: Principal
  input: RequestInput
  call: Call
  idempotent: IdempotentRequest | undefined
  requestId: string
  log: Logger
  signal: AbortSignal
}

/** The operation a request names, if this service has it. */
export function matchOf({ routes }: PipelineDeps, { method = 'GET', url = '/' }: IncomingMessage): Match | undefined {
  return routes(method, url.split('?', 1)[0] ?? '/')
}

/** Answers one request; throws a Refusal, or anything else for a bug. */
export async function answer(
  deps: PipelineDeps,
  match: Match | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  log: Logger,
): Promise<Answer> {
  const { method = 'GET', url = '/' } = request
  const [path = '/', search = ''] = url.split(/\?(.*)/s)
  const route = match && deps.handlers.get(match.operation.id)
  if (!route) throw notFound(`${method} ${path.slice(0, 200)}`)
  const { operation } = route
  const key = operation.access.on === 'service' ? deps.internalKey : deps.principalKey
  const principal = verifyPrincipal(key, deps.service, header(request, principalHeader), { operation, method, path })
  await admit(deps, operation, principal)
  const idempotencyKey = header(request, 'idempotency-key')
  const calls = callsOf(deps, operation, principal, idempotencyKey)
  const address = readAddress(match, search)
  const opening: Passage = {
    deps,
    route,
    principal,
    input: { ...address, body: undefined },
    call: calls.call,
    idempotent: undefined,
    requestId: header(request, 'x-request-id') ?? '',
    log,
    signal: abortedBy(response),
  }
  if (isLarge(request, operation)) await authorized(opening)
  const body = await readParsedBody(request, operation)
  const passage: Passage = {
    ...opening,
    input: { ...address, body },
    idempotent: mayRepeat(operation) ? idempotentRequest(idempotencyKey, principal, path, body) : undefined,
  }
  const { outcome, rows } = await performed(passage)
  const position = later(await publish(deps, operation, rows), calls.position())
  if (deps.checkReplies) checkReply(operation, outcome)
  return { outcome, position, revoked: rows.flatMap((row) => row.revokes ?? []) }
}

/** What takes long is prepared once for each idempotency key, for a caller who may. */
async function performed(passage: Passage): Promise<Performed> {
  const { deps, route, idempotent: request, log } = passage
  if (!route.prepare) return written(passage, undefined)
  const context = await authorized(passage)
  if (!request) return written(passage, await route.prepare(context as never))
  const result = await whileReserved({
    sql: () => deps.database.em.fork().getKysely() as never,
    request,
    log,
    perform: async (idempotent) => written({ ...passage, idempotent }, await route.prepare?.(context as never)),
  })
  return result instanceof Outcome ? { outcome: result, rows: [] } : result
}

function written(passage: Passage, prepared: unknown): Promise<Performed> {
  const { deps, route, signal } = passage
  const perform: Perform = (em, sql, emit, afterCommit) => run(passage, { em, sql, emit, afterCommit }, prepared)
  return (isWrite(route.operation) ? transact : readOnly)(deps.database, signal, perform)
}

/** Creations may be repeated under a key, but a secret is never kept for it (design 3). */
const mayRepeat = (operation: Operation) => operation.method === 'POST' && !operation.secret && !operation.reads

function abortedBy(response: ServerResponse): AbortSignal {
  const abort = new AbortController()
  // Making the reason of an abort costs more than a small answer; nobody waits for one that was given.
  response.once('close', () => response.writableFinished || abort.abort())
  return abort.signal
}

/**
 * The context of a caller who may, outside any transaction: for what takes long, a large body or what a handler prepares.
 * Whether they still may is asked again in the transaction.
 */
async function authorized(passage: Passage): Promise<object> {
  const nothing: Emit = () => {
    throw new Error(`${passage.route.operation.id} emitted an event before its transaction`)
  }
  const { database } = passage.deps
  const context = contextOf(passage, {
    em: database.em.fork(),
    sql: readUntil(passage.signal, database),
    emit: nothing,
    afterCommit: neverCommits,
    decided: () => undefined,
  })
  return { ...context, ...(await passage.deps.extend(context as never)) }
}

/** What a handler reads and writes by. */
interface Data {
  em: EntityManager
  sql: Kysely<never>
  emit: Emit
  afterCommit: AfterCommit
  decided: () => void
}

async function run(passage: Passage, data: Omit<Data, 'decided'>, prepared: unknown): Promise<AnyOutcome> {
  const { deps, route, idempotent } = passage
  let isDecided = false
  const decided = () => {
    isDecided = true
  }
  const basic = contextOf(passage, { ...data, decided })
  const context = { ...basic, ...(await deps.extend(basic as never)) }
  const sql = context.sql as never
  const first = idempotent && (await claim(sql, idempotent))
  if (first) return first
  const outcome = asOutcome(await route.handle(context as never, prepared as never))
  if (isWrite(route.operation) && !isDecided) await deps.confirm?.(context as never)
  if (idempotent && outcome instanceof Outcome) await remember(sql, idempotent, outcome)
  return outcome
}

function contextOf({ deps, route, principal, input, call, requestId, log, signal }: Passage, data: Data) {
  const { operation } = route
  const { caller } = principal
  const cursors = cursorsFor(deps.cursorKey, [operation.id, input.params, bound(input.query), caller.userId])
  const page = pageOf(input.query, cursors)
  return {
    caller,
    userId: caller.userId ?? '',
    ...data,
    call,
    cursors,
    page,
    requestId,
    log,
    signal,
    operation,
    ...input,
  }
}

/** The part of the query a cursor is bound to: all of it but where and how far. */
function bound(query: unknown) {
  const { page, limit, ...rest } = (query ?? {}) as Record<string, unknown>
  return rest
}

function pageOf(query: unknown, cursors: ReturnType<typeof cursorsFor>) {
  const parsed = ListQuery.safeParse(query ?? {})
  const { page, limit } = parsed.success ? parsed.data : ListQuery.parse({})
  return { limit, cursor: page === undefined ? undefined : cursors.decode(page) }
}
