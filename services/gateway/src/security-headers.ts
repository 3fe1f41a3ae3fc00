import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { isAtHost } from './hosts.ts'

/**
 * For answers that are data: nothing in them may run, be framed or be guessed to be something else. `publicUrl` says
 * whether browsers are to insist on TLS. Helmet is asked once: what it sets is the same for every answer.
 */
export function securityHeaders(publicUrl: string): RequestHandler {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      strictTransportSecurity: publicUrl.startsWith('https:'),
    }),
  )
  return (request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    // What lies beneath a customer's host is theirs.
    if (isAtHost(request.url)) response.removeHeader('Strict-Transport-Security')
    next()
  }
}

/** What a middleware that looks at no request sets. */
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
