import { hash } from 'node:crypto'
import { Id, type SiteTokenClaims, siteTokenAudience, siteTokenSeconds, VisitorClaims } from '@quire/contracts'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { SiteSigner } from './site-signer.ts'

/** The site and spaces that a visit may read, and the conditions that end it. */
type VisitToSign = Pick<
  SiteTokenClaims,
  | 'organization'
  | 'site'
  | 'siteSpace'
  | 'siteSection'
  | 'space'
  | 'spaces'
  | 'generation'
  | 'shareLink'
  | 'preview'
  | 'internal'
> & {
  claims: VisitorClaims
  /** The end of what admitted the visitor, in seconds since 1970. */
  until?: number | undefined
}

/** Signs tokens of published content. */
export type SignVisit = (visit: VisitToSign, now: Date) => string

/** A token lists its spaces up to this number: a site may have more than fit into a header. */
const maxSpaces = 100
/**
 * Clients cache responses by their token, so a visit gets the same token for ten minutes, from every replica: `iat` is
 * rounded down to ten minutes, and an RSA signature is deterministic.
 */
const issueIntervalSeconds = 600
const maxTokenBytes = 4 * 1024 ** 2

export function visitSigner(signer: SiteSigner): SignVisit {
  const cache = new LRUCache<string, string>({
    maxSize: maxTokenBytes,
    sizeCalculation: ({ length }) => 300 + length,
    ttl: issueIntervalSeconds * 1000,
  })
  return (visit, now) => {
    const seconds = Math.floor(now.getTime() / 1000)
    const claims = claimsOf(visit, seconds - (seconds % issueIntervalSeconds))
    const known = cache.get(claims.jti)
    if (known) return known
    const token = signer.sign(claims, siteTokenAudience)
    cache.set(claims.jti, token)
    return token
  }
}

function claimsOf({ claims, spaces, until = Number.POSITIVE_INFINITY, ...visit }: VisitToSign, iat: number) {
  const payload = {
    kind: 'site' as const,
    ...visit,
    spaces: spaces.length > maxSpaces ? [visit.space] : spaces,
    ...(Object.keys(claims).length > 0 && { claims }),
    iat,
    exp: Math.min(iat + siteTokenSeconds, until),
  }
  return { ...payload, jti: hash('sha256', JSON.stringify(payload), 'base64url') }
}

/** An audience of its own, so that a preview's token opens nothing but the preview. */
const previewAudience = 'quire-site-preview'

/** A member's view of a site as visitors see it. */
const Preview = z.object({
  site: Id,
  user: Id,
  /** The access token that created the preview; its revocation ends the preview. */
  token: z.string().optional(),
  /** Present if that access token came from single sign-on. */
  kind: z.literal('saml').optional(),
  claims: VisitorClaims,
  /** Seconds since 1970. */
  exp: z.number().int(),
})
type Preview = z.infer<typeof Preview>

/**
 * Signs the token of an address that shows the site to a member for an hour, and no longer than the access token of the
 * member is valid: until `tokenExpiresAt`, in seconds since 1970.
 */
export function signPreview(
  signer: SiteSigner,
  preview: Omit<Preview, 'exp'>,
  { now, tokenExpiresAt = Number.POSITIVE_INFINITY }: { now: Date; tokenExpiresAt?: number | undefined },
): string {
  const iat = Math.floor(now.getTime() / 1000)
  return signer.sign({ ...preview, iat, exp: Math.min(iat + siteTokenSeconds, tokenExpiresAt) }, previewAudience)
}

/** Returns the preview of a token; undefined if the token is invalid or has expired. */
export const readPreview = (signer: SiteSigner, token: string): Preview | undefined =>
  Preview.safeParse(signer.read(token, previewAudience)).data
