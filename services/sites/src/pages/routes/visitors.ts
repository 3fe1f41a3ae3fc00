import type { SiteVisitorPayload } from '@quire/contracts'
import type { Visit } from '@quire/kit'
import type { Admission } from '../../published/admission.ts'
import type { OpenSite } from '../frame/model.ts'
import { claimsCookie, dropUnsignedClaims, hasUnsignedClaims, unsignedClaims } from './unsigned-claims.ts'

/** Where readers of an address give the token that says who they are. */
const tokenParameter = 'jwt_token'
const cookieName = 'quire-visitor'
/** Browsers keep no larger cookies. */
const longestToken = 3800

/**
 * Who a reader says they are: by the address, which comes first, or by the cookies that an earlier one left. An empty
 * answer is a reader who says nothing.
 */
export function visitorOf(
  visit: Visit,
  query: URLSearchParams,
): Pick<SiteVisitorPayload, 'jwtToken' | 'unsignedClaims'> {
  const jwtToken = query.get(tokenParameter) ?? cookieOf(visit)
  const { claims } = unsignedClaims(visit, query)
  return { ...(jwtToken && { jwtToken }), ...(Object.keys(claims).length > 0 && { unsignedClaims: claims }) }
}

function cookieOf({ headers }: Visit): string | undefined {
  const found = headers.cookie?.split(';').map((one) => one.trim().split('='))
  return found?.find(([name]) => name === cookieName)?.[1]
}

/**
 * What an address says of its reader becomes cookies of the site alone, and leaves the address: addresses are passed on
 * and kept in histories. Undefined where the address says nothing.
 */
export function queryToCookies(
  { base, address }: Pick<OpenSite, 'base' | 'address'>,
  visit: Visit,
  admission: Admission,
): { location: string; cookies: string[] } | undefined {
  const [path = '', search = ''] = visit.url.split(/\?(.*)/s)
  const query = new URLSearchParams(search)
  const token = query.get(tokenParameter)
  if (token === null && !hasUnsignedClaims(query)) return undefined
  const { kept } = unsignedClaims(visit, query)
  query.delete(tokenParameter)
  dropUnsignedClaims(query)
  const secure = address.startsWith('https:') ? '; Secure' : ''
  const cookie = (name: string, value: string) =>
    `${name}=${value}; Path=${base || '/'}; HttpOnly; SameSite=Lax${secure}`
  return {
    location: query.size > 0 ? `${path}?${query}` : path,
    cookies: [
      ...(token !== null && isKept(token, admission) ? [cookie(cookieName, token)] : []),
      // Most sites look at none.
      ...(kept !== undefined && admission.claims?.unsigned !== undefined ? [cookie(claimsCookie, kept)] : []),
    ],
  }
}

function isKept(token: string, { claims = {}, previewOf, isProved = false }: Admission): boolean {
  const isUseful = isProved || previewOf !== undefined || Object.keys(claims).length > 0
  return isUseful && token.length <= longestToken && /^[\w.-]+$/.test(token)
}
