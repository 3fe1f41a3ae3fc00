import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '@quire/contracts'
import {
  type ActiveSpan,
  activeSpan,
  type Logger,
  loggedPath,
  neverOpened,
  PeerAgent,
  positionHeader,
  Refusal,
  readPosition,
  revokedHeader,
  unavailable,
} from '@quire/kit/edge'
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware'
import type { RevokedTokens } from '../authentication/revoked-tokens.ts'
import { type Consistency, consistencyHeader } from '../peers/consistency.ts'
import { type Body, enforceBodyThroughput } from './bodies.ts'
import { responseHeaders } from './headers.ts'
import type { MinimumThroughput } from './minimum-throughput.ts'
import { relay } from './relay.ts'
import { mayRepeat } from './repetition.ts'
import { passEvents, restartRefusal } from './restart-notice.ts'

/** For operations whose work takes minutes, such as large imports. */
const slowTimeoutMs = 15 * 60_000

/** A request in progress, on its way to its owner. */
interface Exchange {
  operation: Operation
  userId: string | undefined
  /** Who waits for the answer, outermost first; long answers are copied in their turns. */
  groups: readonly string[]
  body: Body
  /** True if the body arrives in chunks and is forwarded in chunks. */
  chunked: boolean
  /** Receives an error that occurred before the owner's answer began. */
  fail: (error: unknown) => void
  /** Called when the service has finished with the request, however slowly the client reads. */
  done: () => void
}

/** The attempts to have an exchange answered. */
interface Attempts extends Exchange {
  attempts: number
  /** The latest attempt; undefined between two. */
  outgoing: ClientRequest | undefined
  /** That of the latest attempt, if the request is traced. */
  span: ActiveSpan | undefined
}

/** Forwards a request with its current headers to a service, and streams the answer back. */
export type Forward = (request: IncomingMessage, response: ServerResponse, exchange: Exchange) => void

export interface ProxyParts {
  target: string
  sockets: number
  timeoutMs: number
  bodyThroughput: MinimumThroughput
  answerThroughput: MinimumThroughput
  consistency: Consistency
  revoked: Pick<RevokedTokens, 'publish'>
  /** Aborts shortly before the connections are cut. */
  stopping: AbortSignal
  log: Logger
}

/**
 * Creates a proxy to one service over its own keep-alive connections. A request whose connection failed is sent again if
 * that is safe (`mayRepeat`).
 */
export function proxyTo({
  target,
  sockets,
  timeoutMs,
  consistency,
  revoked,
  stopping,
  log,
  ...throughputs
}: ProxyParts): Forward {
  const { host } = new URL(target)
  const exchanges = new WeakMap<IncomingMessage, Attempts>()
  const agent = new PeerAgent({ keepAlive: true, maxSockets: sockets, maxFreeSockets: sockets })
  const proxy = createProxyMiddleware({
    target: new URL(target),
    // By default the middleware parses the URL of each request to compare it with a prefix.
    pathFilter: () => true,
    agent,
    // Services never see the host that the client sent.
    changeOrigin: true,
    // The answer waits for the other gateways where it reports a write.
    selfHandleResponse: true,
    // The default plugins write the target's address into answers and format log lines that nobody reads.
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
    on: {
      proxyReq(outgoing, request, response) {
        const exchange = exchanges.get(request)
        if (!exchange) return void outgoing.destroy()
        exchange.outgoing = outgoing
        exchange.attempts += 1
        outgoing.once('close', () => exchange.outgoing === outgoing && exchange.done())
        traceOn(outgoing, exchange)
        send(outgoing, request, exchange, throughputs.bodyThroughput)
        const { streams, slow } = exchange.operation
        if (streams) refuseAt(stopping, outgoing, response)
        else expire(outgoing, slow ? slowTimeoutMs : timeoutMs)
      },
      proxyRes(answer, request, response) {
        agent.heed(answer)
        const exchange = exchanges.get(request)
        if (!exchange) return
        exchanges.delete(request)
        const { groups, span } = exchange
        span?.set({ 'http.response.status_code': answer.statusCode ?? 0 })
        const pass = () => beginAnswer(answer, response, { minimum: throughputs.answerThroughput, groups, stopping })
        const position = readPosition(single(answer.headers[positionHeader]))
        const keys = single(answer.headers[revokedHeader])
        if (!position && keys === undefined) return pass()
        Promise.all([
          position && consistency.recordWrite(exchange.userId, position),
          revoked.publish(keys?.split(' ') ?? []),
        ]).then(([value]) => {
          if (value !== undefined) response.setHeader(consistencyHeader, value)
          pass()
        }, exchange.fail)
      },
      error(error, request, response) {
        // Once the answer has begun, `fail` cannot change it: the client sees that the connection breaks.
        const exchange = exchanges.get(request)
        exchange?.span?.end(error)
        if (exchange && 'statusCode' in response && !response.closed && mayRepeat(request, exchange, error)) {
          log.info({ err: error, operation: exchange.operation.id }, 'a connection failed, another is tried')
          exchange.outgoing = undefined
          // Each attempt listens to the response.
          response.setMaxListeners(response.getMaxListeners() + 5)
          return attempt(request, response, exchange)
        }
        const refusal = refusalOf(error)
        if (!(error instanceof Refusal)) {
          const { method, url = '' } = request
          const { status } = refusal
          const line = { err: error, operation: exchange?.operation.id, method, path: loggedPath(url), status }
          log.warn(line, 'proxying failed')
        }
        exchange?.done()
        exchange?.fail(refusal)
      },
    },
  })
  const attempt = (request: IncomingMessage, response: ServerResponse, exchange: Attempts) => {
    const { method, owner } = exchange.operation
    exchange.span = activeSpan()?.child(`${method} ${owner}`, 'client', {
      'http.request.method': method,
      'server.address': host,
    })
    void proxy(request, response).catch((error: unknown) => {
      exchange.done()
      exchange.fail(error)
    })
  }
  return (request, response, exchange) => {
    const attempts: Attempts = { ...exchange, attempts: 0, outgoing: undefined, span: undefined }
    exchanges.set(request, attempts)
    attempt(request, response, attempts)
  }
}

/**
 * Sends a body that was read before; the proxy streams a body that is left in the request. Chunked encoding is declared
 * here and not in the forwarded headers, because the proxy closes connections whose headers declare it, which loses
 * early answers, and because the proxy takes a DELETE that declares no chunks for one without a body.
 */
function send(
  outgoing: ClientRequest,
  request: IncomingMessage,
  { body, chunked }: Exchange,
  minimum: MinimumThroughput,
) {
  if (body === 'none') return
  if (body !== 'streamed') {
    outgoing.setHeader('content-length', body.length)
    return void outgoing.end(body)
  }
  if (chunked) {
    outgoing.removeHeader('content-length')
    outgoing.setHeader('transfer-encoding', 'chunked')
  }
  const stop = enforceBodyThroughput(
    request,
    minimum,
    () => request.readableFlowing === true,
    (refusal) => outgoing.destroy(refusal),
  )
  outgoing.once('close', stop)
}

/** Sends the trace on to the service, and ends the span with the exchange. */
function traceOn(outgoing: ClientRequest, { span }: Attempts) {
  if (!span) return
  outgoing.setHeader('traceparent', span.traceparent)
  outgoing.once('close', () => span.end())
}

class ProxyTimeout extends Error {}

function expire(outgoing: ClientRequest, timeoutMs: number) {
  outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new ProxyTimeout('The service was silent for too long.')))
}

/** Refuses a stream that has not begun when `stopping` aborts. */
function refuseAt(stopping: AbortSignal, outgoing: ClientRequest, response: ServerResponse) {
  const refuse = () => response.headersSent || outgoing.destroy(restartRefusal())
  stopping.addEventListener('abort', refuse, { once: true })
  outgoing.once('close', () => stopping.removeEventListener('abort', refuse))
}

function beginAnswer(
  answer: IncomingMessage,
  response: ServerResponse,
  { minimum, groups, stopping }: { minimum: MinimumThroughput; groups: readonly string[]; stopping: AbortSignal },
) {
  if (response.destroyed || answer.destroyed) return void response.destroy()
  const vary = response.getHeader('vary')
  response.writeHead(answer.statusCode ?? 502, responseHeaders(answer.headers, vary?.toString()))
  if (!answer.headers['content-type']?.startsWith('text/event-stream'))
    return relay(answer, response, { minimum, groups })
  response.flushHeaders()
  relay(answer, response, { minimum, groups, pass: passEvents(answer, response, stopping) })
}

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EMFILE'])

/** Converts a failure behind the gateway to a refusal that reveals neither host nor path. */
function refusalOf(error: Error & { code?: string }): Refusal {
  if (error instanceof Refusal) return error
  if (neverOpened(error) || unreachable.has(error.code ?? ''))
    return unavailable('A part of the system is away for the moment: try again.')
  if (error instanceof ProxyTimeout || error.code === 'ETIMEDOUT') {
    return new Refusal(504, 'A part of the system did not answer in time: try again.')
  }
  return new Refusal(502, 'A part of the system broke off its answer: check what was done, then try again.')
}

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
