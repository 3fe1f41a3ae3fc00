import { createHmac, hash, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'

/** The header with which the console proves that it read its own page (docs/adr/0066). */
export const consoleKeyHeader = 'x-quire-console'
/** The name of the `<meta>` element of the console's page that has the key. */
export const consoleKeyMeta = 'quire-key'
/** The file with the key of the installation from which console keys are made; all gateways have it. */
export const consoleKeyFile = 'consistency.key'

const shape = /^[ns]-[\w-]{43}$/

/** Returns a new value of the cookie: a secret of `nobody`, or of a `session`. */
export const newCookieValue = (of: 'nobody' | 'session'): string =>
  `${of === 'session' ? 's' : 'n'}-${randomBytes(32).toString('base64url')}`

/** True if the value may be the secret of a session; false for a cookie that the gateway made for nobody. */
export const isSessionValue = (value: string): boolean => value.startsWith('s-')

/** Returns the hash of a session's secret, by which identity and gateways know it. */
export const sessionHash = (value: string): string => hash('sha256', value, 'base64url')

/** The cookie of the console in browsers, which identity and the gateway set and the gateway reads. */
interface ConsoleCookie {
  name: string
  /**
   * Returns all well-formed values in a `Cookie` header. Another path or host may have set one of them, so only the one
   * that fits the console's key counts.
   */
  valuesIn(header: string | undefined): string[]
  /** Returns the `Set-Cookie` header; the cookie ends with the browser unless it has an age. */
  set(value: string, maxAgeSeconds?: number): string
  /** Returns the `Set-Cookie` header that removes the cookie. */
  clear(): string
}

/**
 * Returns the cookie for an installation at `publicUrl`. Over TLS its name has the prefix for cookies that only the whole
 * host itself and no script can set. Browsers that do not know this prefix know its beginning, `__Host-`. Without TLS
 * browsers refuse such names.
 */
export function consoleCookie(publicUrl: string): ConsoleCookie {
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? '__Host-Http-quire' : 'quire'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    name,
    valuesIn(header = '') {
      const pairs = header.split(';').map((pair) => pair.trim().split('='))
      const values = pairs.flatMap(([one, value = '', ...more]) =>
        one === name && more.length === 0 && shape.test(value) ? [value] : [],
      )
      return [...new Set(values)]
    },
    set: (value, maxAgeSeconds) =>
      `${name}=${value}; ${attributes}${maxAgeSeconds === undefined ? '' : `; Max-Age=${Math.floor(maxAgeSeconds)}`}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  }
}

/**
 * Returns the console's key for a value of the cookie: an HMAC with the key of the installation. Only the console's own
 * page holds it, so a request that carries it was made by the console, and not by another page that the browser sends the
 * cookie for.
 */
export const consoleKey = (key: KeyObject, value: string): string =>
  createHmac('sha256', key).update(`console.${value}`).digest('base64url')

/** True if `given` is the console's key for a value of the cookie; takes the same time for any `given` of its length. */
export function isConsoleKey(key: KeyObject, value: string, given: string): boolean {
  const [wanted, received] = [Buffer.from(consoleKey(key, value)), Buffer.from(given)]
  return wanted.length === received.length && timingSafeEqual(wanted, received)
}
