import { type Visit, VisitAnswer } from '@quire/kit'

/** How long others may keep an answer without asking again: a site may be taken offline at any time. */
const keptBy = (isPublic: boolean) => (isPublic ? 'public, no-cache' : 'private, no-cache')

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

/** An answer that is made for each visit. */
export const answered = (
  body: ConstructorParameters<typeof VisitAnswer>[2],
  { type, isPublic, status = 200, more }: AnswerOptions,
): VisitAnswer =>
  new VisitAnswer(
    status,
    { 'Content-Type': types[type], 'Cache-Control': keptBy(isPublic), Vary: vary(isPublic), ...more },
    body,
  )

export const vary = (isPublic: boolean) => (isPublic ? 'Accept-Encoding' : 'Accept-Encoding, Cookie')

/** Sends the reader on, for now. */
export const redirect = (
  location: string,
  { isPublic, status = 307 }: { isPublic: boolean; status?: number },
): VisitAnswer =>
  new VisitAnswer(status, { Location: location, 'Cache-Control': keptBy(isPublic), Vary: vary(isPublic) })

/** Whether the reader has the very same already. */
export function isFresh({ headers }: Visit, etag: string): boolean {
  const known = headers['if-none-match']
  return known !== undefined && (known === '*' || known.split(',').some((one) => weak(one) === weak(etag)))
}

const weak = (etag: string) => etag.trim().replace(/^W\//, '')

/** Hosts may have signs that end a source, a directive or the policy: these name no picture that is there. */
const plainOrigin = /^https?:\/\/[\w.:[\]-]+$/

/** A page's policy: nothing from elsewhere, nothing that a text could bring along. */
export function policy({ style, script, pictures: origins, frames }: PolicyParts): string {
  const pictures = origins.filter((origin) => plainOrigin.test(origin))
  return [
    "default-src 'none'",
    `script-src ${script} 'strict-dynamic'`,
    `style-src 'self' ${style}`,
    `img-src 'self' data: ${pictures.join(' ')}`.trimEnd(),
    `media-src 'self' ${pictures.join(' ')}`.trimEnd(),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

interface PolicyParts {
  /** Hashes of what stands in the page. */
  style: string
  script: string
  /** Origins beside the site's own. */
  pictures: readonly string[]
  frames: readonly string[]
}
