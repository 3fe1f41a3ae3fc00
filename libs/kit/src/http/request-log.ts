import type { IncomingMessage, ServerResponse } from 'node:http'
import { newId } from '../ids.ts'
import type { Logger } from '../log.ts'

const usable = /^[\w.-]{1,64}$/
/** Paths that monitoring requests every few seconds. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Gives a request its id, the one that it came with if that is usable, and logs one line once it is answered or its client
 * has disconnected. An answer of 500 or more is a warning, one to a probe is for debugging. The line is only built if its
 * level is logged.
 */
export function logRequest(log: Logger, request: IncomingMessage, response: ServerResponse): void {
  const given = request.headers['x-request-id']
  const requestId = typeof given === 'string' && usable.test(given) ? given : newId()
  response.setHeader('X-Request-Id', requestId)
  request.headers['x-request-id'] = requestId
  const { method, url = '' } = request
  const began = performance.now()
  response.once('close', () => {
    const { statusCode: status, writableFinished: isAnswered } = response
    const level = status >= 500 ? 'warn' : probes.has(url) ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    const line = { requestId, method, path: withoutSecrets(url), status, ms: Math.round(performance.now() - began) }
    log[level](line, isAnswered ? 'request answered' : 'the client went away')
  })
}

/** Returns the path alone. Segments longer than an id are secrets: invitations, download addresses. */
const withoutSecrets = (url: string) => url.split('?', 1)[0]?.replaceAll(/[^/]{30,}/g, '…')
