import type { IncomingMessage, ServerResponse } from 'node:http'
import { heedsIdempotencyKey } from '@quire/contracts'
import { later, type Position } from '../bus/position.ts'
import type { Logger } from '../log.ts'
import { callerDisconnected, notFound, replacedSoon } from '../refusals.ts'
import { endWithAnswer, inSpan } from '../tracing/active-span.ts'
import { abortOnDisconnect } from './abort-on-disconnect.ts'
import { admit, isWrite } from './admission.ts'
import { auditEventsOf } from './audit-events-of.ts'
import type { AuditNote } from './audit-note.ts'
import { isLarge } from './body.ts'
import { checkReply } from './check-reply.ts'
import type { Route } from './handler.ts'
import { claim, idempotentRequest, storeOutcome } from './idempotency.ts'
import { header, readAddress, readParsedBody } from './input.ts'
import { type AnyOutcome, asOutcome, Outcome } from './outcome.ts'
import { callsOf } from './peer-calls.ts'
import { holderOf, openPrincipal, type Principal, principalHeader, verifyPrincipal } from './principal.ts'
import { authorized, contextWith, type Data } from './request-context.ts'
import type { PipelineDeps, RequestInProgress } from './request-in-progress.ts'
import { whileReserved } from './reservation.ts'
import type { Match } from './route-table.ts'
import { type OutcomeWithRows, type Perform, publish, readOnly, transact } from './transaction.ts'
import { incomingBytes } from './upload.ts'

export interface Answer {
  outcome: AnyOutcome
  /** The highest position that this request's writes took. */
  position: Position | undefined
  /** The bucket's keys that the writes revoked. */
  revoked?: string[]
  /** True once the answer is known to come from an index that is behind; of a stream, when its first event is there. */
  isIndexBehind?: () => boolean
}

/** Finds the operation that a request names, if this service has it. */
export function matchOf({ routes }: PipelineDeps, { method = 'GET', url = '/' }: IncomingMessage): Match | undefined {
  const path = url.split('?', 1)[0] ?? '/'
  if (method !== 'HEAD') return routes(method, path)
  const match = routes('GET', path)
  return match?.operation.visit ? match : undefined
}

/**
 * The gateway and other services send only what their contracts have. So an operation that is unknown here is of a later
 * version, which is about to replace this process. A known one whose path is malformed is not.
 */
function unknownOperation(
  { service, handlers, principalKey, internalKey }: PipelineDeps,
  request: IncomingMessage,
  name: string,
) {
  const token = header(request, principalHeader) ?? ''
  const principal = openPrincipal(principalKey, service, token) ?? openPrincipal(internalKey, service, token)
  return principal === undefined || handlers.has(principal.operation) ? notFound(name) : replacedSoon()
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
  if (!route) throw unknownOperation(deps, request, `${method} ${path.slice(0, 200)}`)
  const { operation } = route
  const key = operation.access.on === 'service' ? deps.internalKey : deps.principalKey
  const principal = verifyPrincipal(key, deps.service, header(request, principalHeader), {
    operation,
    // A visit may be a HEAD.
    method: operation.visit ? operation.method : method,
    path,
  })
  // Only a trace that comes with a principal is continued: strangers cannot sign one.
  const span = deps.tracing?.continued(
    header(request, 'traceparent'),
    `${operation.method} ${operation.path}`,
    'server',
    {
      'http.request.method': method,
      'http.route': operation.path,
      'quire.operation': operation.id,
    },
  )
  const known = { route, principal, path, search }
  if (!span) return answerKnown(deps, match, request, response, known, log)
  endWithAnswer(span, request, response)
  return inSpan(span, () => answerKnown(deps, match, request, response, known, log))
}

interface KnownRequest {
  route: Route
  principal: Principal
  path: string
  search: string
}

/** Answers a request whose principal was verified. */
async function answerKnown(
  deps: PipelineDeps,
  match: Match,
  request: IncomingMessage,
  response: ServerResponse,
  { route, principal, path, search }: KnownRequest,
  log: Logger,
): Promise<Answer> {
  const { method = 'GET', url = '/' } = request
  const { operation } = route
  await admit(deps, operation, principal)
  const idempotencyKey = header(request, 'idempotency-key')
  let isIndexBehind = false
  const indexIsBehind = () => {
    isIndexBehind = true
  }
  const requestId = header(request, 'x-request-id') ?? ''
  const calls = callsOf(deps, operation, { principal, idempotencyKey, requestId, indexIsBehind })
  const address = readAddress(match, search)
  let covered: Position | undefined
  let isAgain = false
  const opening: RequestInProgress = {
    deps,
    route,
    principal,
    input: { ...address, body: undefined },
    call: calls.call,
    callStream: calls.callStream,
    covers: (position) => {
      covered = later(covered, position)
    },
    indexIsBehind,
    idempotent: undefined,
    answersAgain: () => {
      isAgain = true
    },
    requestId,
    visit: { method, url, headers: request.headers },
    log,
    signal: abortOnDisconnect(response),
  }
  if (isLarge(request, operation)) await authorized(opening)
  const body = operation.upload ? incomingBytes(request, operation) : await readParsedBody(request, operation)
  const inProgress: RequestInProgress = {
    ...opening,
    input: { ...address, body },
    idempotent: heedsIdempotencyKey(operation) ? idempotentRequest(idempotencyKey, principal, path, body) : undefined,
  }
  const { outcome, rows } = await performRequest(inProgress).catch(unlessDisconnected(inProgress.signal))
  const position = later(later(await publish(deps, operation, { rows, isAgain }), calls.position()), covered)
  if (deps.checkReplies) checkReply(operation, outcome)
  const revoked = rows.flatMap((row) => row.revokes ?? [])
  return { outcome, position, revoked, isIndexBehind: () => isIndexBehind }
}

/** An error that the disconnect of the caller caused is no bug. */
const unlessDisconnected = (signal: AbortSignal) => (error: unknown) => {
  throw signal.aborted && error === signal.reason ? callerDisconnected() : error
}

/** Performs a request. Long work is prepared for a caller who has access; once for each idempotency key, unless it only reads. */
async function performRequest(inProgress: RequestInProgress): Promise<OutcomeWithRows> {
  const { deps, route, idempotent: request, log } = inProgress
  if (!route.prepare) return written(inProgress, undefined)
  const context = await authorized(inProgress)
  if (!request || route.onlyReads) return written(inProgress, await route.prepare(context as never), context)
  const result = await whileReserved({
    sql: () => deps.database.em.fork().getKysely() as never,
    request,
    log,
    perform: async (idempotent) =>
      written({ ...inProgress, idempotent }, await route.prepare?.(context as never), context),
  })
  if (!(result instanceof Outcome)) return result
  inProgress.answersAgain()
  return { outcome: result, rows: [] }
}

function written(inProgress: RequestInProgress, prepared: unknown, preparing?: object): Promise<OutcomeWithRows> {
  const { deps, route, principal, signal } = inProgress
  let earlier = preparing
  const perform: Perform = (em, sql, emit, afterCommit) => {
    const known = earlier
    // A transaction runs again because its earlier context is out of date.
    earlier = undefined
    return run(inProgress, { em, sql, emit, afterCommit }, prepared, known)
  }
  return (isWrite(route.operation) ? transact : readOnly)(
    deps.database,
    { caller: holderOf(principal.caller), signal },
    perform,
  )
}

async function run(
  inProgress: RequestInProgress,
  data: Omit<Data, 'decided' | 'audit'>,
  prepared: unknown,
  earlier: object | undefined,
): Promise<AnyOutcome> {
  const { deps, route, idempotent } = inProgress
  let isDecided = false
  const decided = () => {
    isDecided = true
  }
  const note: AuditNote = {}
  const audit = (more: AuditNote) => void Object.assign(note, more)
  const context = await contextWith(inProgress, { ...data, decided, audit }, earlier)
  const sql = data.sql as never
  const first = idempotent && (await claim(sql, idempotent))
  if (first) {
    inProgress.answersAgain()
    return first
  }
  const outcome = asOutcome(await route.handle(context as never, prepared as never))
  if (isWrite(route.operation) && !isDecided) await deps.confirm?.(context as never)
  await recordAudit(inProgress, data, outcome, note, context)
  if (idempotent && outcome instanceof Outcome) await storeOutcome(sql, idempotent, outcome)
  return outcome
}

/** Stores the audit event of a write in its transaction, so that neither is there without the other (docs/adr/0060). */
async function recordAudit(
  inProgress: RequestInProgress,
  { sql, emit }: Pick<Data, 'sql' | 'emit'>,
  outcome: AnyOutcome,
  note: AuditNote,
  context: { access?: { organizationId: string } },
): Promise<void> {
  const { deps, route } = inProgress
  const { audited } = route.operation
  if (!audited || audited.byJob || !isWrite(route.operation)) return
  const events = auditEventsOf(inProgress, outcome, note, () => context.access?.organizationId)
  await deps.storeAudit?.({ sql, emit }, events)
}
