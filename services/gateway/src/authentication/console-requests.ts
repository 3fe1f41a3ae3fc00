import type { IncomingHttpHeaders } from 'node:http'
import { consoleCookie, consoleKeyFile, consoleKeyHeader, isConsoleKey, secretKey } from '@quire/kit/edge'
import type { GatewayConfig } from '../config.ts'

/**
 * Returns the value of the console's cookie if the console itself sent the request, whether the value is a session or
 * not; undefined for any other request. A browser sends the cookie for other pages too, but only the console's page has
 * the key that fits the cookie. A request with an access token is not the console's.
 */
export type ReadConsoleValue = (headers: IncomingHttpHeaders) => string | undefined

export function consoleValueReader(config: Pick<GatewayConfig, 'PUBLIC_URL' | 'SECRETS_DIR'>): ReadConsoleValue {
  const cookie = consoleCookie(config.PUBLIC_URL)
  const key = secretKey(config, consoleKeyFile)
  const { origin } = new URL(config.PUBLIC_URL)
  return (headers) => {
    const given = headers[consoleKeyHeader]
    if (typeof given !== 'string' || headers.authorization !== undefined || !isSameOrigin(headers, origin)) return
    // Other hosts and paths may have set some too, in any number: the bound of all headers holds for them.
    return cookie.valuesIn(headers.cookie).find((value) => isConsoleKey(key, value, given))
  }
}

/** True if the browser says that a page of this origin sent the request. */
function isSameOrigin(headers: IncomingHttpHeaders, own: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined && origin !== own) return false
  return site === undefined ? origin === own : site === 'same-origin'
}

/**
 * Returns a `Cookie` header without the console's cookie, which no service sees; undefined if nothing is left. Values that
 * are no values of ours are removed too.
 */
export function withoutConsoleCookie(publicUrl: string): (header: string) => string | undefined {
  const { name } = consoleCookie(publicUrl)
  return (header) => {
    if (!header.includes(name)) return header
    const others = header.split(';').filter((pair) => pair.split('=', 1)[0]?.trim() !== name)
    return others.join(';').trim() || undefined
  }
}
