import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { isAtHost } from './hosts/hosts.ts'

/**
 * Sets headers for answers that are data: browsers must not run, frame or sniff them. Browsers insist on TLS if
 * `publicUrl` uses it. Helmet runs once, because its headers are the same for every answer.
 */
export function securityHeaders(publicUrl: string): RequestHandler {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      // The page of the console alone is `same-origin`. Two windows with that policy can read each other, so a script of a
      // published page that shares the host could open the console and take its key.
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
      strictTransportSecurity: publicUrl.startsWith('https:'),
    }),
  )
  // A script of a published page that shares the console's host must not ask for passkeys in its name.
  headers.push(['Permissions-Policy', 'publickey-credentials-create=(), publickey-credentials-get=()'])
  return (request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    // A customer decides about TLS on the subdomains of the customer's host.
    if (isAtHost(request.url)) response.removeHeader('Strict-Transport-Security')
    next()
  }
}

/** Returns the headers that a middleware sets on every answer, without looking at the request. */
function headersOf(middleware: ReturnType<typeof helmet>): [name: string, value: string][] {
  const headers: [string, string][] = []
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  }
  middleware({} as never, response as never, (error?: unknown) => {
    if (error) throw error
  })
  return headers
}
