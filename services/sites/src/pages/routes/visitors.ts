import type { Visit } from '@quire/kit'
import type { Admission } from '../../published/admission.ts'
import type { OpenSite } from '../frame/model.ts'

/** Where readers of an address give the token that says who they are. */
const tokenParameter = 'jwt_token'
const cookieName = 'quire-visitor'
/** Browsers keep no larger cookies. */
const longestToken = 3800

/** Who a reader says they are: by the address, which comes first, or by the cookie that an earlier one left. */
export function visitorOf(visit: Visit, query: URLSearchParams): { jwtToken?: string } {
  const token = query.get(tokenParameter) ?? cookieOf(visit)
  return token === undefined || token === '' ? {} : { jwtToken: token }
}

function cookieOf({ headers }: Visit): string | undefined {
  const found = headers.cookie?.split(';').map((one) => one.trim().split('='))
  return found?.find(([name]) => name === cookieName)?.[1]
}

/**
 * A token in an address becomes a cookie of the site alone, and leaves the address: addresses are passed on and kept in
 * histories. Undefined where the address has none.
 */
export function tokenToCookie(
  { base, address }: Pick<OpenSite, 'base' | 'address'>,
  { url }: Visit,
  { claims = {}, previewOf, isProved = false }: Admission,
): { location: string; cookie: string | undefined } | undefined {
  const [path = '', search = ''] = url.split(/\?(.*)/s)
  const query = new URLSearchParams(search)
  const token = query.get(tokenParameter)
  if (token === null) return undefined
  query.delete(tokenParameter)
  const location = query.size > 0 ? `${path}?${query}` : path
  const isUseful = isProved || previewOf !== undefined || Object.keys(claims).length > 0
  const isKept = isUseful && token.length <= longestToken && /^[\w.-]+$/.test(token)
  const secure = address.startsWith('https:') ? '; Secure' : ''
  const cookie = `${cookieName}=${token}; Path=${base || '/'}; HttpOnly; SameSite=Lax${secure}`
  return { location, cookie: isKept ? cookie : undefined }
}
