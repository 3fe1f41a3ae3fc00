import { isIP } from 'node:net'
import { notFound, Refusal } from '@quire/kit/edge'
import type { RequestHandler } from 'express'
import type { CountRequest } from '../limits/rate-limit.ts'
import type { IsSiteAt } from './hostnames.ts'

/** A path whose site is a hostname: no basename and no id has a dot. */
const namesHost = /^\/sites\/[^/?]*(?:\.|%2e)/i
/** True for requests that are harmless at any host: the interface needs a token, and probes must not depend on sites. */
const isManaging = (url: string) => url.startsWith('/v1/') || /^\/(?:healthz|readyz)(?:\?|$)/.test(url)
const hostname = /^(?=.{4,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/

interface HostParts {
  publicUrl: string
  isSiteAt: IsSiteAt
  count: CountRequest
}

/**
 * Routes every request to a site's own host to that site. The host serves neither the interface nor its reference, whose
 * origin the site's pages would share. Every other host is this installation's, whatever its name.
 */
export function hostRouter({ publicUrl, isSiteAt, count }: HostParts): RequestHandler {
  const own = new URL(publicUrl).hostname
  return async (request, response, next) => {
    const { url } = request
    if ((request.headersDistinct.host?.length ?? 0) > 1) throw new Refusal(400, 'Host: must be given once')
    // An absolute URL names a host besides the one in the header.
    if (!url.startsWith('/') || namesHost.test(url)) throw notFound(`${request.method} ${url.slice(0, 200)}`)
    const host = plainHost(request.hostname)
    if (host === undefined || host === own) return next()
    const countRequest = () => count(request, response, undefined)
    if (await isSiteAt(host, { isManaging: isManaging(url), count: countRequest })) request.url = `/sites/${host}${url}`
    next()
  }
}

/** True if `hostRouter` routed the request to a site's own host. */
export const isAtHost = (url: string): boolean => namesHost.test(url)

/** Returns a name that may be a site's, as stored; undefined for addresses, single labels and invalid names. */
function plainHost(host: string | undefined): string | undefined {
  const name = host?.toLowerCase().replace(/\.$/, '')
  return name?.includes('.') && hostname.test(name) && isIP(name) === 0 ? name : undefined
}
