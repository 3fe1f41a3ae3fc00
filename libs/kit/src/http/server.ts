import { channel } from 'node:diagnostics_channel'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler, type Express } from 'express'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { isOutage } from '../outage.ts'
import { Refusal, unavailable } from '../refusals.ts'
import { logRequest } from './request-log.ts'
import { dropUnread } from './unread.ts'

/** Why a service cannot serve yet; empty when it can. */
export type Readiness = () => Promise<string[]>

/** An express application with what every process has: request ids, logs, health and metrics. */
export function createApp(log: Logger): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.use((request, response, next) => {
    logRequest(log, request, response)
    next()
  })
  return app
}

/**
 * Adds the probes and the metrics. `/metrics` is for processes whose port is not public. `isStuck` says that only a
 * restart can help; a process that waits for others to come back is alive, but not ready.
 */
export function addProbes(app: Express, readiness: Readiness, metrics?: Metrics, isStuck = () => false): void {
  app.get('/healthz', (_, response) => {
    const stuck = isStuck()
    response.status(stuck ? 503 : 200).json({ status: stuck ? 'stuck' : 'alive' })
  })
  app.get('/readyz', async (_, response) => {
    const waitingFor = await readiness()
    response
      .status(waitingFor.length === 0 ? 200 : 503)
      .json({ status: waitingFor.length === 0 ? 'ready' : 'not ready', waitingFor })
  })
  if (!metrics) return
  app.get('/metrics', async (_, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/** Whoever subscribes hears of each request that failed by a bug, beside the log. */
const failedRequests = channel('quire:request-failed')

/** The last handler: refusals become answers, everything else a 500 that says nothing but the request id. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (response.headersSent) return void response.destroy()
    const refusal = toRefusal(error)
    const requestId = request.headers['x-request-id']
    if (!refusal) {
      log.error({ err: error, requestId }, 'request failed')
      failedRequests.publish({ error, requestId })
    }
    const status = refusal?.status ?? 500
    const message = refusal?.message ?? `Something went wrong on our side; the log has it under request ${requestId}.`
    for (const [name, value] of Object.entries(refusal?.headers ?? {})) response.setHeader(name, value)
    response.status(status).json({ error: { code: status, message } })
  }
}

function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof URIError) return new Refusal(400, 'path: is not a valid URL path')
  return isOutage(error) ? unavailable('A part of the system is away for the moment: try again.') : undefined
}

const timeouts = {
  // Larger than any proxy's, so that a reused connection is never closed under a request.
  keepAliveTimeout: 75_000,
  headersTimeout: 10_000,
  /** For headers and body together: a large file, by a slow line. The gateway bounds how slowly a body comes. */
  requestTimeout: 15 * 60_000,
  connectionsCheckingInterval: 5000,
}

/** Listens; a taken port is one clear line. Resolves with the port. */
export async function listen(app: Express, host: string, port: number): Promise<{ server: Server; port: number }> {
  const server = createServer(timeouts, app)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken: stop what uses it or set PORT to another.`)
          : error,
      )
    })
    server.listen(port, host, resolve)
  })
  // While the server drains, a kept-alive connection ends after the answer that is under way.
  server.on('request', (request, response) => {
    response.once('close', () => {
      dropUnread(request)
      if (!server.listening) server.closeIdleConnections()
    })
  })
  return { server, port: (server.address() as AddressInfo).port }
}

/** What streams have to say that they end, before they are cut. */
const farewellMs = 500

/**
 * Takes no more connections, finishes the requests under way, and cuts what is left after `graceMs`; shortly before,
 * `endStreams` is called.
 */
export async function drain(server: Server, graceMs: number, endStreams = () => {}): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const farewell = setTimeout(endStreams, Math.max(0, graceMs - farewellMs))
  const patience = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(farewell)
  clearTimeout(patience)
}
