import type { SiteVisitorPayload } from '@quire/contracts'
import type { VisitRequest } from '@quire/kit'
import type { Admission } from '../../addresses/visitor-admission.ts'
import type { VisibleSite } from '../site/site-model.ts'
import { claimsCookie, dropUnsignedClaims, hasUnsignedClaims, unsignedClaims } from './unsigned-claims.ts'

/** The query parameter with the token that identifies a visitor. */
const tokenParameter = 'jwt_token'
const cookieName = 'quire-visitor'
/** Browsers store no larger cookies. */
const longestToken = 3800

/**
 * Returns the credentials of a visitor: from the address, which takes precedence, or from the cookies of an earlier
 * visit. Empty for an anonymous visitor.
 */
export function visitorOf(
  visit: VisitRequest,
  query: URLSearchParams,
): Pick<SiteVisitorPayload, 'jwtToken' | 'unsignedClaims'> {
  const jwtToken = query.get(tokenParameter) ?? cookieOf(visit)
  const { claims } = unsignedClaims(visit, query)
  return { ...(jwtToken && { jwtToken }), ...(Object.keys(claims).length > 0 && { unsignedClaims: claims }) }
}

function cookieOf({ headers }: VisitRequest): string | undefined {
  const found = headers.cookie?.split(';').map((one) => one.trim().split('='))
  return found?.find(([name]) => name === cookieName)?.[1]
}

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
  const secure = address.startsWith('https:') ? '; Secure' : ''
  const setCookie = (name: string, value: string) =>
    `${name}=${value}; Path=${base || '/'}; HttpOnly; SameSite=Lax${secure}`
  return {
    location: query.size > 0 ? `${path}?${query}` : path,
    cookies: [
      ...(token !== null && isStorable(token, admission) ? [setCookie(cookieName, token)] : []),
      // Stored only if the site uses unsigned claims; most sites do not.
      ...(claims !== undefined && admission.claims?.unsigned !== undefined ? [setCookie(claimsCookie, claims)] : []),
    ],
  }
}

function isStorable(token: string, { claims = {}, previewOf, isProved = false }: Admission): boolean {
  const isUseful = isProved || previewOf !== undefined || Object.keys(claims).length > 0
  return isUseful && token.length <= longestToken && /^[\w.-]+$/.test(token)
}
