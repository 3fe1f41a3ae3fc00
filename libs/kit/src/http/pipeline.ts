import type { KeyObject } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Operation } from '@quire/contracts'
import { ListQuery } from '@quire/contracts'
import type { Position, Positions } from '../bus/positions.ts'
import { later } from '../bus/positions.ts'
import type { Revocations } from '../bus/revocations.ts'
import type { Database } from '../db/database.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { isContention } from '../outage.ts'
import { collector, type OutboxRow, writeOutbox } from '../outbox/emit.ts'
import type { Publisher } from '../outbox/publisher.ts'
import { badRequest, forbidden, notFound, unavailable } from '../refusals.ts'
import { callsOf } from './calls.ts'
import { cursorsFor } from './cursors.ts'
import type { Call, RequestContext, Route } from './handler.ts'
import { claim, idempotentRequest, remember } from './idempotency.ts'
import { parseInput, readBody, readQuery, refuseText } from './input.ts'
import { EventStream, Outcome } from './outcome.ts'
import { type Principal, principalHeader, verifyPrincipal } from './principal.ts'
import type { Match, RouteTable } from './routes.ts'

const consistencyWaitMs = 2000
const barrierWaitMs = 1000
const attempts = 3
/** Who must have applied a change that takes rights away before it is answered. */
const accessConsumers = ['content', 'sites', 'ai']

/** Adds a service's own part to a request: authorization by the operation's rule, and dependencies. */
export type Extend = (
  context: RequestContext<never> & { operation: Operation; params: Record<string, string> },
) => Promise<object>

export interface PipelineDeps {
  service: string
  database: Database
  routes: RouteTable
  handlers: ReadonlyMap<string, Route>
  extend: Extend
  /** Decides access by projected events, so a stale projection refuses. */
  projectsAccess: boolean
  stalenessMaxMs: number
  principalKey: KeyObject
  internalKey: KeyObject
  cursorKey: KeyObject
  peers: Partial<Record<string, string>>
  isBusConnected: () => boolean
  positions: Positions
  revocations: Revocations
  publisher: Publisher
  metrics: Metrics
  checkReplies: boolean
}

export interface Answer {
  outcome: Outcome | EventStream
  position: Position | undefined
}

/** Answers one request; throws a Refusal, or anything else for a bug. */
export async function answer(
  deps: PipelineDeps,
  request: IncomingMessage,
  response: ServerResponse,
  log: Logger,
): Promise<Answer> {
  const { method = 'GET', url = '/' } = request
  const [path = '/', search = ''] = url.split(/\?(.*)/s)
  const match = deps.routes(method, path)
  if (!match) throw notFound(`${method} ${path.slice(0, 200)}`)
  const { operation } = match
  const key = operation.access.on === 'service' ? deps.internalKey : deps.principalKey
  const principal = verifyPrincipal(key, deps.service, header(request, principalHeader), { operation, method, path })
  await admit(deps, operation, principal)
  const input = await readInput(request, match, search)
  const idempotent =
    operation.method === 'POST' && !operation.secret && !operation.reads
      ? idempotentRequest(
          header(request, 'idempotency-key'),
          principal.caller.userId ?? '',
          operation.id,
          path,
          input.body,
        )
      : undefined
  const calls = callsOf(deps.peers, principal, header(request, 'idempotency-key'))
  const perform = (em: EntityManager, rows: ReturnType<typeof collector>) =>
    run(deps, { match, principal, input, em, emit: rows.emit, call: calls.call, request, response, log, idempotent })
  const { outcome, rows } = isWrite(operation)
    ? await transact(deps, perform)
    : { outcome: await perform(deps.database.em.fork(), collector()), rows: [] }
  const position = later(await publish(deps, operation, rows), calls.position())
  if (deps.checkReplies && outcome instanceof Outcome) checkReply(operation, outcome)
  return { outcome, position }
}

const isWrite = (operation: Operation) => operation.method !== 'GET' && !operation.reads

/** What must hold before anything is read: the caller's own writes are visible here, and access is not decided on stale data. */
async function admit(deps: PipelineDeps, operation: Operation, { caller, position }: Principal) {
  if (caller.scope === 'read' && isWrite(operation))
    throw forbidden('This token may only read: use one with full scope.')
  if (!deps.revocations.isSeeded()) throw unavailable('The service is starting: revocations are not known yet.')
  if (operation.narrows && !deps.isBusConnected())
    throw unavailable('Rights cannot be taken away while the message bus is down.')
  if (position && !(await deps.positions.reached(deps.service, position, consistencyWaitMs))) {
    throw unavailable('The service has not caught up with your last change yet.')
  }
  if (
    deps.projectsAccess &&
    usesProjectedAccess(operation) &&
    deps.positions.sinceHeartbeatMs(deps.service) > deps.stalenessMaxMs
  ) {
    throw unavailable('Access rights could not be refreshed recently enough to decide.', 5)
  }
}

function usesProjectedAccess({ access }: Operation) {
  return access.on !== 'public' && access.on !== 'service'
}

interface RequestInput {
  params: Record<string, string>
  query: unknown
  body: unknown
}

async function readInput(
  request: IncomingMessage,
  { operation, params }: Match,
  search: string,
): Promise<RequestInput> {
  for (const [name, value] of Object.entries(params)) {
    refuseText(value, name)
    if (value.length === 0 || value.length > 2048) throw badRequest(name, 'must be 1 to 2048 characters')
  }
  return {
    params,
    query: parseInput(operation.query, readQuery(search), 'query'),
    body: parseInput(operation.body, await readBody(request, operation), 'body'),
  }
}

interface RunParts {
  match: Match
  principal: Principal
  input: RequestInput
  em: EntityManager
  emit: RequestContext<never>['emit']
  call: Call
  request: IncomingMessage
  response: ServerResponse
  log: Logger
  idempotent: ReturnType<typeof idempotentRequest>
}

async function run(deps: PipelineDeps, parts: RunParts): Promise<Outcome | EventStream> {
  const { match, principal, input, em, emit, call, log, idempotent } = parts
  const { operation } = match
  const route = deps.handlers.get(operation.id)
  if (!route) throw new Error(`${operation.id} has no handler`)
  const abort = new AbortController()
  parts.response.once('close', () => abort.abort())
  const binding = [operation.id, input.params, bound(input.query), principal.caller.userId]
  const cursors = cursorsFor(deps.cursorKey, binding)
  const context = {
    caller: principal.caller,
    userId: principal.caller.userId ?? '',
    em,
    sql: em.getKysely(),
    emit,
    call,
    cursors,
    page: pageOf(input.query, cursors),
    requestId: header(parts.request, 'x-request-id') ?? '',
    log,
    signal: abort.signal,
    operation,
    ...input,
  }
  const extra = await deps.extend(context as never)
  const sql = context.sql as never
  const first = idempotent && (await claim(sql, idempotent))
  if (first) return first
  const outcome = asOutcome(await route.handle({ ...context, ...extra } as never))
  if (idempotent && outcome instanceof Outcome) await remember(sql, idempotent, outcome)
  return outcome
}

/** The part of the query a cursor is bound to: all of it but where and how far. */
function bound(query: unknown) {
  const { page, limit, ...rest } = (query ?? {}) as Record<string, unknown>
  return rest
}

function pageOf(query: unknown, cursors: ReturnType<typeof cursorsFor>) {
  const { page, limit } = ListQuery.partial()
    .catch({})
    .parse(query ?? {})
  return { limit: limit ?? 50, cursor: page === undefined ? undefined : cursors.decode(page) }
}

function asOutcome(result: unknown): Outcome | EventStream {
  return result instanceof Outcome || result instanceof EventStream ? result : new Outcome(200, result)
}

type Perform = (em: EntityManager, rows: ReturnType<typeof collector>) => Promise<Outcome | EventStream>

/** One transaction: data, events and the idempotency key commit together or not at all. Contention runs it again. */
async function transact(
  deps: PipelineDeps,
  perform: Perform,
): Promise<{ outcome: Outcome | EventStream; rows: OutboxRow[] }> {
  for (let attempt = 1; ; attempt += 1) {
    const events = collector()
    try {
      const outcome = await deps.database.em.fork().transactional(async (em) => {
        const result = await perform(em, events)
        await em.flush()
        await writeOutbox(em.getKysely() as never, events.rows)
        return result
      })
      return { outcome, rows: events.rows }
    } catch (error) {
      if (!isContention(error) || attempt === attempts) throw error
    }
  }
}

/** After the commit: the events go out; a change that takes rights away waits until all have applied it. */
async function publish(deps: PipelineDeps, operation: Operation, rows: OutboxRow[]): Promise<Position | undefined> {
  const position = await deps.publisher.publish(rows)
  if (operation.narrows && position) {
    await Promise.all(accessConsumers.map((service) => deps.positions.reached(service, position, barrierWaitMs)))
  }
  return position
}

/** In tests and development a reply that breaks its contract is a bug, found at once. */
function checkReply(operation: Operation, { status, body }: Outcome) {
  const schema = operation.replies[status as keyof Operation['replies']]
  if (schema === undefined) throw new Error(`${operation.id} declares no reply ${status}`)
  if (schema === null) return
  const result = schema.safeParse(JSON.parse(JSON.stringify(body ?? null)))
  if (!result.success) throw new Error(`${operation.id} broke its contract: ${result.error.message}`)
}

/** A header as one string, however often it was sent. */
export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
