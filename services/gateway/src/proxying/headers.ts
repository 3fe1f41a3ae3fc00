import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from '@quire/contracts'
import { positionHeader, principalHeader, revokedHeader } from '@quire/kit/edge'

/**
 * Request headers that services receive. A list of allowed headers, not of forbidden ones, keeps identity, forwarding and
 * hop-by-hop headers out, whatever their names.
 */
const forwarded = [
  'accept',
  'accept-encoding',
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

/** A site knows its visitors by cookies. */
const forwardedOfVisits = [...forwarded, 'cookie']

/**
 * Removes `Origin` and `Cookie` from the request of a page of another origin that may call the interface (`allowed`).
 * Such a page acts as nobody, so no cookie is forwarded, and the services need not check its origin again.
 */
export function withoutOrigin(headers: IncomingHttpHeaders, allowed: readonly string[]): IncomingHttpHeaders {
  const { origin, cookie: _, ...others } = headers
  return origin !== undefined && allowed.includes(origin) ? others : headers
}

/** Returns the request headers that a service receives. */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  { visit, passes = [] }: Pick<Operation, 'visit' | 'passes'>,
  principal: string,
): IncomingHttpHeaders {
  const result: IncomingHttpHeaders = { [principalHeader]: principal }
  for (const name of [...(visit ? forwardedOfVisits : forwarded), ...passes]) {
    if (headers[name] !== undefined) result[name] = headers[name]
  }
  return result
}

const withheld = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // Set by the gateway: the request's id in the gateway's log.
  'x-request-id',
  positionHeader,
  revokedHeader,
])

/** Returns the response headers that a client receives; `vary` is what the gateway's own answer depends on. */
export function responseHeaders(headers: IncomingHttpHeaders, vary?: string): IncomingHttpHeaders {
  const passed = Object.fromEntries(Object.entries(headers).filter(([name]) => !withheld.has(name)))
  return vary && headers.vary ? { ...passed, vary: `${vary}, ${headers.vary}` } : passed
}
