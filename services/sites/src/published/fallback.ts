import type { Segment } from './address-candidates.ts'
import type { AddressedSite } from './find-site.ts'
import type { AskedAddress, Elsewhere } from './resolve.ts'

/**
 * Where visitors prove who they are; it is told which page they wanted. Only a published site that has such an address
 * sends anybody there, so an address without a redirect tells nothing.
 */
export function fallbackOf(
  { visitor, redirectOnError }: AskedAddress,
  { site, auth }: AddressedSite,
  path: Segment[],
): Elsewhere | undefined {
  const isSent = !visitor.jwtToken || redirectOnError
  if (!site.published || site.visibility !== 'visitor-auth' || !auth?.fallback_url || !isSent) return undefined
  const url = new URL(auth.fallback_url)
  url.searchParams.set('location', `/${path.map(({ raw }) => raw).join('/')}`)
  return { target: 'external', redirect: url.href, site: site.id }
}
