import { hostAndPort, type OutboundAllow } from './allow.ts'
import { checkTarget } from './fetch.ts'
import { FetchRefused } from './refused.ts'

/**
 * Returns the address of an endpoint: https to a public host, or http too where OUTBOUND_ALLOW names it. Throws
 * FetchRefused naming `field`. Names are checked again when they are resolved.
 */
export function requireEndpoint(url: string, allow: OutboundAllow, field: string): URL {
  const target = checkTarget(url, undefined, allow, field)
  if (target.protocol !== 'https:' && !allow.has(hostAndPort(target)))
    throw new FetchRefused(field, 'must be an https address')
  return target
}
