import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '@quire/contracts'
import { later, type Position } from '../bus/positions.ts'
import type { Logger } from '../log.ts'
import { callerDisconnected, notFound } from '../refusals.ts'
import { abortOnDisconnect } from './abort-on-disconnect.ts'
import { admit } from './admission.ts'
import { isLarge } from './body.ts'
import { idempotentRequest } from './idempotency.ts'
import { header, readAddress, readParsedBody } from './input.ts'
import type { AnyOutcome } from './outcome.ts'
import { callsOf } from './peer-calls.ts'
import { performRequest } from './perform-request.ts'
import { principalHeader, verifyPrincipal } from './principal.ts'
import { checkReply } from './replies.ts'
import { authorized } from './request-context.ts'
import type { PipelineDeps, RequestInProgress } from './request-in-progress.ts'
import type { Match } from './route-table.ts'
import { publish } from './transaction.ts'
import { incomingBytes } from './upload.ts'

export interface Answer {
  outcome: AnyOutcome
  /** The highest position that this request's writes took. */
  position: Position | undefined
  /** The bucket's keys that the writes revoked. */
  revoked?: string[]
}

/** Finds the operation that a request names, if this service has it. */
export function matchOf({ routes }: PipelineDeps, { method = 'GET', url = '/' }: IncomingMessage): Match | undefined {
  const path = url.split('?', 1)[0] ?? '/'
  if (method !== 'HEAD') return routes(method, path)
  const match = routes('GET', path)
  return match?.operation.visit ? match : undefined
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
  const principal = verifyPrincipal(key, deps.service, header(request, principalHeader), {
    operation,
    // A visit may be a HEAD.
    method: operation.visit ? operation.method : method,
    path,
  })
  await admit(deps, operation, principal)
  const idempotencyKey = header(request, 'idempotency-key')
  const calls = callsOf(deps, operation, principal, idempotencyKey)
  const address = readAddress(match, search)
  let covered: Position | undefined
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
    idempotent: undefined,
    requestId: header(request, 'x-request-id') ?? '',
    visit: { method, url, headers: request.headers },
    log,
    signal: abortOnDisconnect(response),
  }
  if (isLarge(request, operation)) await authorized(opening)
  const body = operation.upload ? incomingBytes(request, operation) : await readParsedBody(request, operation)
  const inProgress: RequestInProgress = {
    ...opening,
    input: { ...address, body },
    idempotent: mayRepeat(operation) ? idempotentRequest(idempotencyKey, principal, path, body) : undefined,
  }
  const { outcome, rows } = await performRequest(inProgress).catch(unlessDisconnected(inProgress.signal))
  const position = later(later(await publish(deps, operation, rows), calls.position()), covered)
  if (deps.checkReplies) checkReply(operation, outcome)
  return { outcome, position, revoked: rows.flatMap((row) => row.revokes ?? []) }
}

/** An error that the disconnect of the caller caused is no bug. */
const unlessDisconnected = (signal: AbortSignal) => (error: unknown) => {
  throw signal.aborted && error === signal.reason ? callerDisconnected() : error
}

/** True if a key may repeat the operation: a POST, except those that answer with a secret, which is never stored (docs/interface.md#repeating-a-request). */
const mayRepeat = (operation: Operation) => operation.method === 'POST' && !operation.secret && !operation.reads
