import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from '@quire/contracts'
import { positionHeader, principalHeader, revokedHeader } from '@quire/kit/edge'

/**
 * The request headers that services get to see. It is a list of what may pass, not of what may not, so identity,
 * forwarding and hop-by-hop headers stay out whatever they are called.
 */
const passed = [
  'accept',
  'accept-language',
  'content-encoding',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'prefer',
  'range',
  'user-agent',
  'x-request-id',
]

/** Pages of published sites are compressed where they are kept, and a site knows its visitors by cookies. */
const passedOfVisits = [...passed, 'accept-encoding', 'cookie']

/**
 * The headers of a request by a page of another origin that may call the interface (`allowed`): it acts as nobody, so no
 * cookie goes with it, and nobody has to look at its origin again.
 */
export function withoutOrigin(headers: IncomingHttpHeaders, allowed: readonly string[]): IncomingHttpHeaders {
  const { origin, cookie: _, ...others } = headers
  return origin !== undefined && allowed.includes(origin) ? others : headers
}

/** The request headers a service gets. */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  { visit, passes = [] }: Pick<Operation, 'visit' | 'passes'>,
  principal: string,
): IncomingHttpHeaders {
  const result: IncomingHttpHeaders = { [principalHeader]: principal }
  for (const name of [...(visit ? passedOfVisits : passed), ...passes]) {
    if (headers[name] !== undefined) result[name] = headers[name]
  }
  return result
}

const kept = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // The gateway has set it: the id under which its own log has the request.
  'x-request-id',
  positionHeader,
  revokedHeader,
])

/** The response headers a client gets. */
export function responseHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !kept.has(name)))
}
