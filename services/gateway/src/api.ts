import type { Operation } from '@quire/contracts'
import {
  accountOf,
  activeSpan,
  type Caller,
  forbidden,
  header,
  type Metrics,
  Refusal,
  sessionHash,
  traced,
} from '@quire/kit/edge'
import type { Request, RequestHandler, Response } from 'express'
import type { AdmittedRequest, Authenticate } from './authentication/authentication.ts'
import type { ReadConsoleValue } from './authentication/console-requests.ts'
import type { RevokedTokens } from './authentication/revoked-tokens.ts'
import type { SessionCallerOf } from './authentication/sessions.ts'
import { networkOf } from './limits/addresses.ts'
import type { CountRequest } from './limits/rate-limit.ts'
import { type Consistency, consistencyHeader } from './peers/consistency.ts'
import { requestHeaders, withoutOrigin } from './proxying/headers.ts'
import type { Admit } from './proxying/request-admission.ts'

const nobody: Caller = { kind: 'none', scope: 'full' }

interface ApiParts {
  findOperation: (method: string, path: string) => Operation
  authenticate: Authenticate
  /** Reads the cookie of the console. */
  consoleValue: ReadConsoleValue
  sessionCaller: SessionCallerOf
  revoked: Pick<RevokedTokens, 'onceRevoked'>
  count: CountRequest
  consistency: Consistency
  sign: (admitted: AdmittedRequest) => string
  admit: Admit
  /** Origins whose pages may call the interface. */
  origins: readonly string[]
  /** Removes the console's cookie from a `Cookie` header. */
  cookieForSites: (header: string) => string | undefined
  metrics: Metrics
}

/** Handles requests under /v1 and /sites: finds the operation, identifies the caller, admits the request, forwards it. */
export function apiHandler(parts: ApiParts): RequestHandler {
  return async (request, response, next) => {
    if (!request.url.startsWith('/v1/') && !request.url.startsWith('/sites/')) return next()
    const path = request.url.split('?', 1)[0] ?? ''
    const operation = await find(parts, request, response, path)
    measure(parts.metrics, operation, response)
    nameSpan(operation)
    const caller = await identify(parts, operation, request, response)
    const { userId } = caller
    const account = accountOf(caller)
    const position = parts.consistency.requiredPosition(userId, header(request, consistencyHeader))
    // The wait for permits, and for a small body.
    const admission = () => parts.admit(operation, account, request, response)
    const { body, forward, done } = await traced('admit', 'internal', admission)
    if (operation.streams) endWithToken(parts, caller, response)
    const chunked = request.headers['transfer-encoding'] !== undefined
    const headers = withoutOrigin(request.headers, parts.origins)
    if (headers.cookie !== undefined) headers.cookie = parts.cookieForSites(headers.cookie)
    request.headers = requestHeaders(headers, operation, parts.sign({ operation, caller, path, position }))
    const groups = account === undefined ? [networkOf(request)] : [networkOf(request), account]
    forward(request, response, { operation, userId, groups, body, chunked, fail: next, done })
  }
}

/** Finds the operation. Requests to unknown paths are counted too. */
async function find({ findOperation, count }: ApiParts, request: Request, response: Response, path: string) {
  try {
    return findOperation(request.method, path)
  } catch (error) {
    await count(request, response, undefined)
    throw error
  }
}

/** Identifies the caller. Counts the request before a refusal, so that guessing tokens is limited too. */
async function identify(parts: ApiParts, operation: Operation, request: Request, response: Response): Promise<Caller> {
  const { count } = parts
  const address = networkOf(request)
  const countAddress = () => count(request, response, undefined)
  if (operation.visit) {
    await countAddress()
    return { ...nobody, address }
  }
  const fromConsole = parts.consoleValue(request.headers)
  if (operation.console && fromConsole === undefined) {
    await countAddress()
    throw forbidden('Only the console does this: open it in a browser at its public address.')
  }
  // Shared caches store no answers to requests with a token, but know nothing of the cookie.
  if (fromConsole !== undefined) response.setHeader('Cache-Control', 'no-store')
  const caller =
    fromConsole === undefined
      ? parts.authenticate(request.headers.authorization)
      : parts.sessionCaller(fromConsole, countAddress)
  const result = await caller.then(
    (caller) => ({ caller }),
    (refusal: unknown) => ({ refusal }),
  )
  const browser = operation.console && fromConsole !== undefined ? { browser: sessionHash(fromConsole) } : {}
  if ('caller' in result) {
    await count(request, response, accountOf(result.caller))
    const { caller } = result
    if (caller.userId !== undefined) return { ...caller, ...browser, address }
    // A site's token is used by its renderer, for visitors of any address.
    return caller.kind === 'site' ? { ...caller, tokenAddress: address } : caller
  }
  await countAddress()
  const { refusal } = result
  const isTooMany = refusal instanceof Refusal && refusal.status === 429
  // As nobody, the caller would be told that there is nothing where the token opens something.
  const isUndecided = refusal instanceof Refusal && refusal.status === 503 && fromConsole === undefined
  if (operation.access.on !== 'public' || isTooMany || isUndecided) throw refusal
  return { ...nobody, ...browser, address }
}

/** Timers run no longer. No stream lasts as long. */
const longestTimerMs = 2 ** 31 - 1

/**
 * Closes the stream of a token that is revoked or expires, and of a token that came from such a token: a stream outlives
 * the checks of its request.
 */
function endWithToken({ revoked }: ApiParts, { tokenId, tokenExpiresAt, visit }: Caller, response: Response) {
  const end = () => response.destroy()
  const revokedWith = visit ? visit.previewToken : tokenId
  const stopWaiting = revokedWith === undefined ? undefined : revoked.onceRevoked(revokedWith, end)
  const leftMs = (tokenExpiresAt ?? Number.POSITIVE_INFINITY) * 1000 - Date.now()
  const timer = leftMs > longestTimerMs ? undefined : setTimeout(end, leftMs).unref()
  response.once('close', () => {
    stopWaiting?.()
    clearTimeout(timer)
  })
}

/** Names the request's span, if it is traced. Its path may hold a secret, such as an invitation's code. */
function nameSpan({ id, method, path }: Operation) {
  const span = activeSpan()
  span?.rename(`${method} ${path}`)
  span?.set({ 'http.route': path, 'quire.operation': id })
}

function measure({ requests }: Metrics, { id }: Operation, response: Response) {
  const stop = requests.startTimer({ operation: id })
  response.once('close', () => stop({ status: response.statusCode }))
}
