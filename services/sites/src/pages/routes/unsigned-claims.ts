import type { Visit } from '@quire/kit'

/** Parameters such as `visitor.plan=pro` and `visitor.company.size=5`. */
const prefix = 'visitor.'
/** Cookies of the name, and of names that begin so, which people's own systems set. */
export const claimsCookie = 'gitbook-visitor-public'
const mostParameters = 100
const mostLevels = 5
/** Of JSON; conditions see fewer, and what is far deeper could not be written as JSON again. */
const mostLevelsOfJson = 16
/** Browsers keep no larger cookies; of the headers of all they send there are 16 kB. */
const longestCookie = 3800

type Claims = { [name: string]: unknown }

/** What a visitor says of themselves. */
interface UnsignedClaims {
  /** By cookies, and by the address, which counts where both say something. */
  claims: Claims
  /** The cookie that keeps them; undefined where the address says nothing new, or there is too much to keep. */
  kept: string | undefined
}

/**
 * What a visitor likes to say: no authority has signed it, and a site sees only what its schema declares as unsigned
 * (`visitorClaims`).
 */
export function unsignedClaims({ headers }: Pick<Visit, 'headers'>, query: URLSearchParams): UnsignedClaims {
  const before = cookiesOf(headers.cookie)
  const said = [...query].filter(([name]) => name.startsWith(prefix)).slice(0, mostParameters)
  const claims = Object.assign(none(), ...before)
  for (const [name, value] of said) set(claims, name.slice(prefix.length).split('.'), valueIn(value))
  const text = encodeURIComponent(JSON.stringify(claims))
  return { claims, kept: said.length > 0 && text.length <= longestCookie ? text : undefined }
}

export const hasUnsignedClaims = (query: URLSearchParams): boolean => [...query.keys()].some(isUnsigned)

/** Takes what a visitor says of themselves out of a query. */
export function dropUnsignedClaims(query: URLSearchParams): void {
  for (const name of [...query.keys()].filter(isUnsigned)) query.delete(name)
}

const isUnsigned = (name: string) => name.startsWith(prefix)

/** Without a prototype: visitors choose the names. */
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
  else if (path.length <= mostLevels) {
    const inside = claims[name]
    const next = isObject(inside) ? Object.assign(none(), inside) : none()
    claims[name] = next
    set(next, rest, value)
  }
}

/** A text, which the site's schema may read as a number or a boolean; lists and objects come as JSON. */
function valueIn(text: string): unknown {
  const value = /^[[{]/.test(text) ? parsed(text, (one) => one) : undefined
  return value === undefined ? text : value
}

/** Undefined for what is no JSON, or is too deep. */
function parsed(text: string, decode: (text: string) => string): unknown {
  try {
    const value: unknown = JSON.parse(decode(text))
    return isWithin(mostLevelsOfJson, value) ? value : undefined
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
