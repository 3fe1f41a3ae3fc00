import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '@quire/contracts'
import { later, type Position } from '../bus/positions.ts'
import type { Logger } from '../log.ts'
import { nobodyWaits, notFound } from '../refusals.ts'
import { admit } from './admission.ts'
import { isLarge } from './body.ts'
import { callsOf } from './calls.ts'
import { authorized } from './context.ts'
import { goneWith } from './gone.ts'
import { idempotentRequest } from './idempotency.ts'
import { header, readAddress, readParsedBody } from './input.ts'
import type { AnyOutcome } from './outcome.ts'
import type { Passage, PipelineDeps } from './passage.ts'
import { performed } from './perform.ts'
import { principalHeader, verifyPrincipal } from './principal.ts'
import { checkReply } from './replies.ts'
import type { Match } from './routes.ts'
import { publish } from './transaction.ts'
import { incomingBytes } from './upload.ts'

export interface Answer {
  outcome: AnyOutcome
  /** The highest position that this request's writes took. */
  position: Position | undefined
  /** What they revoked, as keys of the bucket. */
  revoked?: string[]
}

/** The operation a request names, if this service has it. */
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
  const opening: Passage = {
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
    signal: goneWith(response),
  }
  if (isLarge(request, operation)) await authorized(opening)
  const body = operation.upload ? incomingBytes(request, operation) : await readParsedBody(request, operation)
  const passage: Passage = {
    ...opening,
    input: { ...address, body },
    idempotent: mayRepeat(operation) ? idempotentRequest(idempotencyKey, principal, path, body) : undefined,
  }
  const { outcome, rows } = await performed(passage).catch(unlessGone(passage.signal))
  const position = later(later(await publish(deps, operation, rows), calls.position()), covered)
  if (deps.checkReplies) checkReply(operation, outcome)
  return { outcome, position, revoked: rows.flatMap((row) => row.revokes ?? []) }
}

/** An error that the caller's leaving caused is no bug. */
const unlessGone = (signal: AbortSignal) => (error: unknown) => {
  throw signal.aborted && error === signal.reason ? nobodyWaits() : error
}

/** A POST may be repeated under a key, but a secret is never kept for it (docs/interface.md#repeating-a-request). */
const mayRepeat = (operation: Operation) => operation.method === 'POST' && !operation.secret && !operation.reads
