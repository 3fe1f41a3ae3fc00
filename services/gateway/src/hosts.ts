import { isIP } from 'node:net'
import { notFound, Refusal } from '@quire/kit/edge'
import type { RequestHandler } from 'express'
import type { IsSiteAt } from './hostnames.ts'
import type { CountRequest } from './rate-limit.ts'

/** A site in the place of a host: no basename and no id has a dot. */
const namesHost = /^\/sites\/[^/?]*(?:\.|%2e)/i
/** What no host can be harmed by: the interface, which needs a token, and probes, which must not depend on sites. */
const isManaging = (url: string) => url.startsWith('/v1/') || /^\/(?:healthz|readyz)(?:\?|$)/.test(url)
const hostname = /^(?=.{4,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/

interface HostParts {
  publicUrl: string
  isSiteAt: IsSiteAt
  count: CountRequest
}

/**
 * Sends what is asked for at a site's own host to that site, and nothing else is there: neither the interface nor its
 * reference, whose origin a site's pages would share. Every other host is this installation's, whatever its name.
 */
export function hostRouter({ publicUrl, isSiteAt, count }: HostParts): RequestHandler {
  const own = new URL(publicUrl).hostname
  return async (request, response, next) => {
    const { url } = request
    if ((request.headersDistinct.host?.length ?? 0) > 1) throw new Refusal(400, 'Host: must be given once')
    // A whole address names a host of its own, beside the header's.
    if (!url.startsWith('/') || namesHost.test(url)) throw notFound(`${request.method} ${url.slice(0, 200)}`)
    const host = plainHost(request.hostname)
    if (host === undefined || host === own) return next()
    const counted = () => count(request, response, undefined)
    if (await isSiteAt(host, { isManaging: isManaging(url), counted })) request.url = `/sites/${host}${url}`
    next()
  }
}

/** The request is a site's own: see `hostRouter`. */
export const isAtHost = (url: string): boolean => namesHost.test(url)

/** A name that may be a site's, as it is stored; undefined for addresses, single names and what is no name at all. */
function plainHost(host: string | undefined): string | undefined {
  const name = host?.toLowerCase().replace(/\.$/, '')
  return name?.includes('.') && hostname.test(name) && isIP(name) === 0 ? name : undefined
}
