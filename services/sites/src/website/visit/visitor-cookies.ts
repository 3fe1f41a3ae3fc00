import type { SiteVisitorPayload } from '@quire/contracts'
import type { VisitRequest } from '@quire/kit'
import type { Admission } from '../../addresses/visitor-admission.ts'
import type { VisibleSite } from '../site/site-model.ts'
import { claimsCookie, dropUnsignedClaims, hasUnsignedClaims, unsignedClaims } from './unsigned-claims.ts'

/** The query parameter with the token that identifies a visitor. */
const tokenParameter = 'jwt_token'
const visitorCookie = 'quire-visitor'
/** A request may have several cookies of one name, of which another host or path may have set the first. */
const maxCookies = 4
/** Browsers store no larger cookies. */
const longestToken = 3800

/** The credentials of a visitor: from the address, and from cookies of an earlier visit. */
export interface VisitorCredentials {
  visitor: Pick<SiteVisitorPayload, 'jwtToken' | 'unsignedClaims'>
  earlierTokens: string[]
}

/** Returns the credentials of a visitor of a site at its own host or, with `hostname` undefined, beneath the public address. */
export function credentialsOf(
  visit: VisitRequest,
  { query, hostname }: { query: URLSearchParams; hostname: string | undefined },
  publicUrl: string,
): VisitorCredentials {
  const jwtToken = query.get(tokenParameter) || undefined
  const { claims } = unsignedClaims(visit, query)
  return {
    visitor: { ...(jwtToken && { jwtToken }), ...(Object.keys(claims).length > 0 && { unsignedClaims: claims }) },
    earlierTokens: cookiesOf(visit, visitorCookie, {
      isSecure: publicUrl.startsWith('https:'),
      isWholeHost: hostname !== undefined,
    }),
  }
}

export const isAnonymous = ({ visitor, earlierTokens }: VisitorCredentials): boolean =>
  Object.keys(visitor).length === 0 && earlierTokens.length === 0

/** The addresses that a cookie is for: of TLS or not, and all of a host or a part of it. */
interface CookieScope {
  isSecure: boolean
  isWholeHost: boolean
}

/**
 * Returns the names of a cookie, the best first. Browsers accept a name with a prefix only over TLS, and the first
 * one only for the whole host itself: another host of the same domain can set no such cookie.
 */
const cookieNames = (name: string, { isSecure, isWholeHost }: CookieScope): [string, ...string[]] => {
  if (!isSecure) return [name]
  return isWholeHost ? [`__Host-${name}`, `__Secure-${name}`] : [`__Secure-${name}`]
}

/** Returns the values of a cookie, the best first: another host or path may have set some of them. */
export function cookiesOf({ headers }: Pick<VisitRequest, 'headers'>, name: string, scope: CookieScope): string[] {
  const cookies = headers.cookie?.split(';').map((one) => one.trim().split('=')) ?? []
  const found = cookieNames(name, scope).flatMap((full) => cookies.filter(([one, value]) => one === full && value))
  return found.slice(0, maxCookies).map(([, value = '']) => value)
}

/** Returns a `Set-Cookie` header for the site at this address, with the best name. */
export function setCookie(site: string, name: string, value: string, more = ''): string {
  const { protocol, pathname: path } = new URL(site)
  const isSecure = protocol === 'https:'
  const [full] = cookieNames(name, { isSecure, isWholeHost: path === '/' })
  return `${cookieHeader(full, value, { path, isSecure })}${more}`
}

const cookieHeader = (name: string, value: string, { path, isSecure }: { path: string; isSecure: boolean }) =>
  `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

/** Returns the header that opens an internal site for this visit. */
export const setVisit = (site: string, token: string): string => setCookie(site, visitorCookie, token)

/** True if a query has credentials of a visitor, valid or not. Sites ignore parameters that they do not know. */
export const hasCredentials = (query: URLSearchParams): boolean => query.has(tokenParameter) || hasUnsignedClaims(query)

/**
 * Moves credentials from the address to cookies of this site, because addresses are shared and stored in histories.
 * Undefined if the address has none.
 */
export function queryToCookies(
  { base, address }: Pick<VisibleSite, 'base' | 'address'>,
  visit: VisitRequest,
  admission: Admission,
): { location: string; cookies: string[] } | undefined {
  const [path = '', search = ''] = visit.url.split(/\?(.*)/s)
  const query = new URLSearchParams(search)
  const token = query.get(tokenParameter)
  if (!hasCredentials(query)) return undefined
  const { cookie: claims } = unsignedClaims(visit, query)
  query.delete(tokenParameter)
  dropUnsignedClaims(query)
  const isSecure = address.startsWith('https:')
  const header = (name: string, value: string) => cookieHeader(name, value, { path: base || '/', isSecure })
  return {
    location: query.size > 0 ? `${path}?${query}` : path,
    cookies: [
      ...(token !== null && isStorable(token, admission)
        ? [header(cookieNames(visitorCookie, { isSecure, isWholeHost: base === '' })[0], token)]
        : []),
      // Stored only if the site uses unsigned claims; most sites do not.
      ...(claims !== undefined && admission.claims?.unsigned !== undefined ? [header(claimsCookie, claims)] : []),
    ],
  }
}

/** A token that did not make the visitor known must not replace the one that did. */
function isStorable(token: string, { claims = {}, previewOf, isProved = false, jwtToken }: Admission): boolean {
  if (token !== jwtToken) return false
  const isUseful = isProved || previewOf !== undefined || Object.keys(claims).length > 0
  return isUseful && token.length <= longestToken && /^[\w.-]+$/.test(token)
}
