import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Operation } from '@quire/contracts'
import { type Logger, positionHeader, Refusal, readPosition, revokedHeader, unavailable } from '@quire/kit/edge'
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware'
import { type Body, paceOf } from './bodies.ts'
import { type Consistency, consistencyHeader } from './consistency.ts'
import { passEvents, restarts } from './farewell.ts'
import { responseHeaders } from './headers.ts'
import type { Pace } from './pace.ts'
import { relay } from './relay.ts'
import type { RevokedTokens } from './revoked-tokens.ts'

/** For operations whose work takes minutes, such as large imports. */
const slowTimeoutMs = 15 * 60_000

/** One request under way to its owner. */
interface Exchange {
  operation: Operation
  userId: string | undefined
  body: Body
  /** The body came in chunks and is passed on in chunks. */
  chunked: boolean
  /** Takes what went wrong before the owner's answer began. */
  fail: (error: unknown) => void
  /** Is called when the service is done with the request, however slowly the client reads. */
  done: () => void
}

/** Passes a request with its headers as they now are to a service, and streams the answer back. */
export type Forward = (request: IncomingMessage, response: ServerResponse, exchange: Exchange) => void

export interface ProxyParts {
  target: string
  sockets: number
  timeoutMs: number
  bodyPace: Pace
  answerPace: Pace
  consistency: Consistency
  revoked: Pick<RevokedTokens, 'tell'>
  /** Aborts shortly before the connections are cut. */
  ending: AbortSignal
  log: Logger
}

/** A proxy to one service over kept-alive connections of its own. */
export function proxyTo({
  target,
  sockets,
  timeoutMs,
  consistency,
  revoked,
  ending,
  log,
  ...paces
}: ProxyParts): Forward {
  const exchanges = new WeakMap<IncomingMessage, Exchange>()
  const proxy = createProxyMiddleware({
    target: new URL(target),
    // By default it parses the address of each request to compare it with a prefix.
    pathFilter: () => true,
    agent: new Agent({ keepAlive: true, maxSockets: sockets, maxFreeSockets: sockets }),
    // Services never see the host a client made up.
    changeOrigin: true,
    // The answer waits for the other gateways where it reports a write.
    selfHandleResponse: true,
    // The default plugins write the target's address into answers and work for every log line nobody reads.
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
    on: {
      proxyReq(outgoing, request, response) {
        const exchange = exchanges.get(request)
        if (!exchange) return void outgoing.destroy()
        outgoing.once('close', exchange.done)
        send(outgoing, request, exchange, paces.bodyPace)
        const { streams, slow } = exchange.operation
        if (streams) refuseAt(ending, outgoing, response)
        else expire(outgoing, slow ? slowTimeoutMs : timeoutMs)
      },
      proxyRes(answer, request, response) {
        const exchange = exchanges.get(request)
        if (!exchange) return
        exchanges.delete(request)
        const pass = () => begin(answer, response, { pace: paces.answerPace, ending })
        const position = readPosition(single(answer.headers[positionHeader]))
        const keys = single(answer.headers[revokedHeader])
        if (!position && keys === undefined) return pass()
        Promise.all([
          position && consistency.after(exchange.userId, position),
          revoked.tell(keys?.split(' ') ?? []),
        ]).then(([value]) => {
          if (value !== undefined) response.setHeader(consistencyHeader, value)
          pass()
        }, exchange.fail)
      },
      error(error, request) {
        // Once the answer has begun there is nothing left to say: the connection tells.
        const exchange = exchanges.get(request)
        if (!(error instanceof Refusal)) log.warn({ err: error, operation: exchange?.operation.id }, 'proxying failed')
        exchange?.done()
        exchange?.fail(refusalOf(error))
      },
    },
  })
  return (request, response, exchange) => {
    exchanges.set(request, exchange)
    void proxy(request, response).catch((error: unknown) => {
      exchange.done()
      exchange.fail(error)
    })
  }
}

/**
 * The proxy streams what is left in the request; what was read before is sent here. Chunks are declared here and not in
 * the headers passed on, because the proxy closes connections whose headers declare them, which loses early answers; and
 * because it takes a DELETE that declares none for one without a body.
 */
function send(outgoing: ClientRequest, request: IncomingMessage, { body, chunked }: Exchange, pace: Pace) {
  if (body === 'none') return
  if (body !== 'streamed') {
    outgoing.setHeader('content-length', body.length)
    return void outgoing.end(body)
  }
  if (chunked) {
    outgoing.removeHeader('content-length')
    outgoing.setHeader('transfer-encoding', 'chunked')
  }
  const stop = paceOf(
    request,
    pace,
    () => request.readableFlowing === true,
    (refusal) => outgoing.destroy(refusal),
  )
  outgoing.once('close', stop)
}

class ProxyTimeout extends Error {}

function expire(outgoing: ClientRequest, timeoutMs: number) {
  outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new ProxyTimeout('The service was silent for too long.')))
}

/** A stream that has not begun when the connections are about to be cut is refused. */
function refuseAt(ending: AbortSignal, outgoing: ClientRequest, response: ServerResponse) {
  const refuse = () => response.headersSent || outgoing.destroy(restarts())
  ending.addEventListener('abort', refuse, { once: true })
  outgoing.once('close', () => ending.removeEventListener('abort', refuse))
}

function begin(
  answer: IncomingMessage,
  response: ServerResponse,
  { pace, ending }: { pace: Pace; ending: AbortSignal },
) {
  if (response.destroyed || answer.destroyed) return void response.destroy()
  response.writeHead(answer.statusCode ?? 502, responseHeaders(answer.headers))
  if (!answer.headers['content-type']?.startsWith('text/event-stream')) return relay(answer, response, pace)
  response.flushHeaders()
  relay(answer, response, pace, passEvents(answer, response, ending))
}

const away = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EMFILE'])

/** What a client may know of a failure behind the gateway: neither host nor path. */
function refusalOf(error: Error & { code?: string }): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof ProxyTimeout || error.code === 'ETIMEDOUT') {
    return new Refusal(504, 'A part of the system did not answer in time: try again.')
  }
  if (away.has(error.code ?? '')) return unavailable('A part of the system is away for the moment: try again.')
  return new Refusal(502, 'A part of the system broke off its answer: check what was done, then try again.')
}

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
