import { VisitAnswer, type VisitRequest } from '@quire/kit'

/**
 * Returns the cache policy of an answer. Clients validate before each use, because a site may be taken offline at any
 * time.
 */
const cacheControl = (isPublic: boolean) => (isPublic ? 'public, no-cache' : 'private, no-cache')

const types = {
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

interface AnswerOptions {
  type: keyof typeof types
  isPublic: boolean
  status?: number
  more?: Record<string, string>
}

/** Creates an answer to a single visit. */
export const answered = (
  body: ConstructorParameters<typeof VisitAnswer>[2],
  { type, isPublic, status = 200, more }: AnswerOptions,
): VisitAnswer =>
  new VisitAnswer(
    status,
    { 'Content-Type': types[type], 'Cache-Control': cacheControl(isPublic), Vary: vary(isPublic), ...more },
    body,
  )

export const vary = (isPublic: boolean) => (isPublic ? 'Accept-Encoding' : 'Accept-Encoding, Cookie')

/** Redirects the visitor, temporarily unless `status` says otherwise. */
export const redirect = (
  location: string,
  { isPublic, status = 307 }: { isPublic: boolean; status?: number },
): VisitAnswer =>
  new VisitAnswer(status, { Location: location, 'Cache-Control': cacheControl(isPublic), Vary: vary(isPublic) })

/** True if the client has the current version already. */
export function isFresh({ headers }: VisitRequest, etag: string): boolean {
  const known = headers['if-none-match']
  return known !== undefined && (known === '*' || known.split(',').some((one) => weak(one) === weak(etag)))
}

const weak = (etag: string) => etag.trim().replace(/^W\//, '')

export type Encoding = 'br' | 'gzip'

/** Returns the best encoding that the client accepts; one that it rejects (`q=0`) is not used. */
export function encodingFor({ headers }: VisitRequest): Encoding | undefined {
  const taken = headers['accept-encoding']
  const accepted = (typeof taken === 'string' ? taken : '')
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0+)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim())
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}
