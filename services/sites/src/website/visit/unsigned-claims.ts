import type { VisitRequest } from '@quire/kit'

/** The prefix of parameters such as `visitor.plan=pro` and `visitor.company.size=5`. */
const prefix = 'visitor.'
/** The prefix of the names of cookies with claims, which customers' own systems may set too. */
export const claimsCookie = 'gitbook-visitor-public'
const maxParameters = 100
const maxLevels = 5
/**
 * The limit for values in JSON. Conditions see fewer levels, and a value that is far deeper could not be serialized
 * again.
 */
const maxJsonLevels = 16
/** Browsers store no larger cookies; the gateway accepts 16 kB of headers. */
const longestCookie = 3800

type Claims = { [name: string]: unknown }

/** The claims of a visitor about themselves. */
interface UnsignedClaims {
  /** From cookies and the address, which takes precedence. */
  claims: Claims
  /** The value of the cookie that stores the claims; undefined if the address adds none, or they are too large. */
  cookie: string | undefined
}

/**
 * Reads the unsigned claims of a visitor. A site sees only those that its schema declares as unsigned
 * (`visitorClaims`).
 */
export function unsignedClaims({ headers }: Pick<VisitRequest, 'headers'>, query: URLSearchParams): UnsignedClaims {
  const before = cookiesOf(headers.cookie)
  const said = [...query].filter(([name]) => name.startsWith(prefix)).slice(0, maxParameters)
  const claims = Object.assign(none(), ...before)
  for (const [name, value] of said) set(claims, name.slice(prefix.length).split('.'), valueIn(value))
  const text = encodeURIComponent(JSON.stringify(claims))
  return { claims, cookie: said.length > 0 && text.length <= longestCookie ? text : undefined }
}

export const hasUnsignedClaims = (query: URLSearchParams): boolean => [...query.keys()].some(isUnsigned)

/** Removes unsigned claims from a query. */
export function dropUnsignedClaims(query: URLSearchParams): void {
  for (const name of [...query.keys()].filter(isUnsigned)) query.delete(name)
}

const isUnsigned = (name: string) => name.startsWith(prefix)

/** Has no prototype, because visitors choose the names. */
const none = (): Claims => Object.create(null)

function cookiesOf(header = ''): Claims[] {
  return header.split(';').flatMap((one) => {
    const [name = '', value = ''] = one.trim().split('=')
    const claims =
      name.startsWith(claimsCookie) && value.length <= longestCookie ? parsed(value, decodeURIComponent) : {}
    return isObject(claims) ? [claims] : []
  })
}

function set(claims: Claims, path: string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) claims[name] = value
  else if (path.length <= maxLevels) {
    const inside = claims[name]
    const next = isObject(inside) ? Object.assign(none(), inside) : none()
    claims[name] = next
    set(next, rest, value)
  }
}

/**
 * Parses lists and objects from JSON; other values stay text, which the site's schema may read as a number or a
 * boolean.
 */
function valueIn(text: string): unknown {
  const value = /^[[{]/.test(text) ? parsed(text, (one) => one) : undefined
  return value === undefined ? text : value
}

/** Undefined for invalid JSON, and for values that are nested too deep. */
function parsed(text: string, decode: (text: string) => string): unknown {
  try {
    const value: unknown = JSON.parse(decode(text))
    return isWithin(maxJsonLevels, value) ? value : undefined
  } catch {
    return undefined
  }
}

const isWithin = (levels: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((one) => isWithin(levels - 1, one)))

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
