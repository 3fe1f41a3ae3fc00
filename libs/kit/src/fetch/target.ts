import { hostAndPort, type OutboundAllow } from './allow.ts'
import { addressOfHost, isPublicAddress } from './ip-addresses.ts'
import { FetchRefused } from './refused.ts'

export const notPublic = 'leads to an address that is not public, which this server does not fetch from'

/**
 * Returns the address to fetch, checked as far as its text allows; throws FetchRefused naming `field`. Names are checked
 * again when they are resolved.
 */
export function checkTarget(text: string, base: URL | undefined, allow: OutboundAllow, field: string): URL {
  if (!URL.canParse(text, base?.href)) throw new FetchRefused(field, 'is not a valid URL')
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefused(field, 'must be an http or https URL')
  if (url.username || url.password) throw new FetchRefused(field, 'must not contain a user name or password')
  if (url.hostname.endsWith('.')) throw new FetchRefused(field, 'must name its host without a dot at the end')
  const address = addressOfHost(url.hostname)
  if (address && !isPublicAddress(address) && !allow.has(hostAndPort(url))) throw new FetchRefused(field, notPublic)
  return url
}
