import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler, type Express, type Request } from 'express'
import { isOutage } from '../db/outage.ts'
import { diskRefusal } from '../disk.ts'
import { newId } from '../ids.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { Refusal, unavailable } from '../refusals.ts'
import { type ActiveSpan, endWithAnswer, inSpan } from '../tracing/active-span.ts'
import { handleUncaughtErrors, hasUnhandledError } from '../uncaught-errors.ts'
import { trackAnswers } from './drain.ts'
import type { Readiness } from './readiness.ts'

const usableRequestId = /^[\w.-]{1,64}$/

/** Paths that monitoring requests every few seconds. */
const probePaths = new Set(['/healthz', '/readyz', '/metrics'])

/** The client's time to read the answer: an answer that is on its way when the connection ends may get lost. */
const lingerMs = 1000

/**
 * An express application with the parts of every process: request ids, logs, health and metrics. `begin` begins the trace
 * of a request that comes from outside of the system.
 */
export function createApp(log: Logger, begin?: (request: Request) => ActiveSpan | undefined): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.use((request, response, next) => {
    const span = begin && !probePaths.has(request.url) ? begin(request) : undefined
    logRequest(log, request, response, span?.traceId)
    const proceed = span ? () => inSpan(span, next) : next
    if (span) endWithAnswer(span, request, response)
    // An answer that was sent stays as it is.
    handleUncaughtErrors((error) => response.writableEnded || next(error), proceed)
  })
  return app
}

/**
 * Adds the probes and the metrics. `/metrics` is for processes whose port is not public. `isStuck` is true if only a
 * restart can help; a process that waits for others to come back is alive, and ready if it can serve anything.
 */
export function addProbes(app: Express, readiness: Readiness, metrics?: Metrics, isStuck = () => false): void {
  app.get('/healthz', (_, response) => {
    const stuck = isStuck() || hasUnhandledError()
    response.status(stuck ? 503 : 200).json({ status: stuck ? 'stuck' : 'alive' })
  })
  app.get('/readyz', async (_, response) => {
    const { isReady, parts } = await readiness()
    const waitingFor = parts.flatMap(({ missing }) => missing ?? [])
    const status = isReady ? (waitingFor.length === 0 ? 'ready' : 'limited') : 'not ready'
    const states = Object.fromEntries(
      parts.map(({ name, missing }) => [name, missing === undefined ? 'up' : 'missing']),
    )
    response.status(isReady ? 200 : 503).json({ status, waitingFor, parts: states })
  })
  if (!metrics) return
  app.get('/metrics', async (_, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/** Publishes each request that failed by a bug, in addition to the log. */
const failedRequests = channel('quire:request-failed')

/** The last handler: refusals become answers, everything else a 500 that names only the request id. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (response.headersSent) return void response.destroy()
    const refusal = toRefusal(error)
    const requestId = request.headers['x-request-id']
    const status = refusal?.status ?? 500
    const line = { err: error, requestId, method: request.method, path: loggedPath(request.originalUrl), status }
    if (diskRefusal(error)) log.error(line, 'a disk takes nothing')
    if (!refusal) {
      log.error(line, 'request failed')
      failedRequests.publish({ error, requestId })
    }
    const message = refusal?.message ?? `Something went wrong on our side; the log has it under request ${requestId}.`
    for (const [name, value] of Object.entries(refusal?.headers ?? {})) response.setHeader(name, value)
    const details = refusal?.details
    response.status(status).json({ error: { code: status, message, ...(details && { details }) } })
  }
}

function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof URIError) return new Refusal(400, 'path: is not a valid URL path')
  return (
    diskRefusal(error) ??
    (isOutage(error) ? unavailable('A part of the system is away for the moment: try again.') : undefined)
  )
}

const timeouts = {
  // Longer than that of any proxy, so that a reused connection is never closed under a request.
  keepAliveTimeout: 75_000,
  headersTimeout: 10_000,
  /** For headers and body together: a large file over a slow connection. The gateway enforces a minimum throughput. */
  requestTimeout: 60 * 60_000,
  connectionsCheckingInterval: 5000,
}

/** Listens, and resolves with the port. The error of a taken port is one clear line. */
export async function listen(
  app: Express,
  host: string,
  port: number,
  options: Pick<ServerOptions, 'maxHeaderSize'> = {},
): Promise<{ server: Server; port: number }> {
  const server = createServer({ ...timeouts, ...options }, app)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(explained(error, host, port))
    })
    server.listen(port, host, resolve)
  })
  trackAnswers(server, discardBody)
  return { server, port: (server.address() as AddressInfo).port }
}

const listenErrors: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_, port) => `Port ${port} is taken: stop what uses it or set PORT to another.`,
  EADDRNOTAVAIL: (host) => `HOST: ${host} is no address of this machine.`,
  ENOTFOUND: (host) => `HOST: ${host} is no address of this machine.`,
  EACCES: (_, port) => `PORT: ${port} may not be used by this user: set it to 1024 or more.`,
}

function explained(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const explain = listenErrors[error.code ?? '']
  return explain ? new Error(explain(host, port), { cause: error }) : error
}

/**
 * Reads and discards the rest of the body of an answered request for a moment. A client that goes on sending for longer
 * loses the connection.
 */
function discardBody(request: IncomingMessage): void {
  if (request.complete && request.readableEnded) return
  request.resume()
  if (request.complete) return
  const timer = setTimeout(() => request.socket.destroy(), lingerMs).unref()
  request.once('close', () => clearTimeout(timer))
}

/**
 * The level of an answer's line: `debug` for probes, whatever the answer; `warn` for failures; else `info`. Another service
 * that is told to wait asks again, or answers 503 itself.
 */
function levelOf(status: number, url: string): 'debug' | 'warn' | 'info' {
  if (probePaths.has(url.split('?', 1)[0] ?? '')) return 'debug'
  return status >= 500 && !(status === 503 && url.startsWith('/internal/')) ? 'warn' : 'info'
}

/**
 * Gives a request its id, the one that it came with if that is usable, else that of its trace, and logs one line once it
 * is answered or its client has disconnected. The line has the trace too if the client chose the id. It is only built if
 * its level is logged.
 */
export function logRequest(log: Logger, request: IncomingMessage, response: ServerResponse, traceId?: string): void {
  const given = request.headers['x-request-id']
  const requestId = typeof given === 'string' && usableRequestId.test(given) ? given : (traceId ?? newId())
  response.setHeader('X-Request-Id', requestId)
  request.headers['x-request-id'] = requestId
  const { method, url = '' } = request
  const began = performance.now()
  response.once('close', () => {
    const { statusCode: status, writableFinished: isAnswered } = response
    const level = levelOf(status, url)
    if (!log.isLevelEnabled(level)) return
    const trace = traceId !== undefined && traceId !== requestId && { traceId }
    const ms = Math.round(performance.now() - began)
    const line = { requestId, ...trace, method, path: loggedPath(url), status, ms }
    log[level](line, isAnswered ? 'request answered' : 'the client went away')
  })
}

/** Strangers send paths of any length, and each costs a line. */
const maxLoggedPath = 300

/** Returns the path of a request as it is logged, cut. Segments longer than an id are secrets: invitations, download addresses. */
export function loggedPath(url: string): string {
  const path = url.split('?', 1)[0]?.replaceAll(/[^/]{30,}/g, '…') ?? ''
  return path.length > maxLoggedPath ? `${path.slice(0, maxLoggedPath)}…` : path
}
