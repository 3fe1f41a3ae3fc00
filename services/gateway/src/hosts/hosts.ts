import { isIP } from 'node:net'
import { notFound, Refusal } from '@quire/kit/edge'
import type { RequestHandler } from 'express'
import type { CountRequest } from '../limits/rate-limit.ts'
import type { IsSiteAt } from './hostnames.ts'

/** A path whose site is a hostname: no basename and no id has a dot. */
const namesHost = /^\/sites\/[^/?]*(?:\.|%2e)/i
/** Probes must not depend on sites, and name hosts as they like. */
const isProbe = (url: string) => /^\/(?:healthz|readyz)(?:\?|$)/.test(url)
const isOfInterface = (url: string) => url.startsWith('/v1/')
const hostname = /^(?=.{4,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/

/** The names of the installation itself. */
interface InstallationHosts {
  publicUrl: string
  /** The name beneath which hosts of sites point. */
  sitesHost: string | undefined
  /** Further names, in lower case. */
  allowed: readonly string[]
}

interface HostParts extends InstallationHosts {
  isSiteAt: IsSiteAt
  count: CountRequest
}

/**
 * Routes every request to a site's own host to that site. The host serves neither the interface nor its reference, whose
 * origin the site's pages would share. Answers 421 at any name that is neither a site's nor the installation's, except to
 * probes: a page of a stranger may have pointed its own DNS name here, to read what only its reader's network can reach
 * (docs/adr/0021).
 */
export function hostRouter({ isSiteAt, count, ...installation }: HostParts): RequestHandler {
  const isOwn = ownHosts(installation)
  const { publicUrl, sitesHost } = installation
  const isBeneathSites = (host: string) => sitesHost !== undefined && host.endsWith(`.${sitesHost}`)
  return async (request, response, next) => {
    const { url } = request
    if ((request.headersDistinct.host?.length ?? 0) > 1) throw new Refusal(400, 'Host: must be given once')
    // An absolute URL names a host besides the one in the header.
    if (!url.startsWith('/') || namesHost.test(url)) throw notFound(`${request.method} ${url.slice(0, 200)}`)
    const host = nameOf(request.host)
    if (isOwn(host)) return next()
    const countRequest = () => count(request, response, undefined)
    const question = { isProbe: isProbe(url), isCacheEnough: isProbe(url) || isOfInterface(url), count: countRequest }
    if (isName(host) && (await isSiteAt(host, question))) request.url = `/sites/${host}${url}`
    else if (!isProbe(url) && !isBeneathSites(host)) {
      await countRequest()
      throw misdirected(host, publicUrl)
    }
    next()
  }
}

/** True if `hostRouter` routed the request to a site's own host. */
export const isAtHost = (url: string): boolean => namesHost.test(url)

/** True for a name that may be a site's: neither a single label nor an invalid name. */
const isName = (host: string) => host.includes('.') && hostname.test(host)

const hostAndPort = /^(\[[^\]]+\]|[^:]*?)\.?(?::\d{1,5})?$/

/** Returns a host without port and without the dot that ends a full name, in lower case; empty if it is not valid. */
const nameOf = (host = ''): string => hostAndPort.exec(host.toLowerCase())?.[1] ?? ''

/**
 * Returns a check for the installation's hosts. Addresses and `localhost` are always among them: no DNS record of a
 * stranger changes where they lead, so a browser sends them only for pages of whatever is at that address.
 */
function ownHosts({ publicUrl, sitesHost, allowed }: InstallationHosts): (host: string) => boolean {
  const names = new Set([new URL(publicUrl).hostname, 'localhost', ...(sitesHost ? [sitesHost] : []), ...allowed])
  return (host) => names.has(host) || isIP(host.replace(/^\[(.*)\]$/, '$1')) > 0
}

const misdirected = (host: string, publicUrl: string) =>
  new Refusal(
    421,
    `Nothing is served at the host "${host.slice(0, 253)}": use ${publicUrl}, or the address of a site. ` +
      'If the host belongs to this installation, its operator names it in HOSTS_ALLOW.',
  )
