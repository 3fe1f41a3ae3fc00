import { hash } from 'node:crypto'
import { type SiteTokenClaims, siteTokenAudience, siteTokenSeconds, type VisitorClaims } from '@quire/contracts'
import { LRUCache } from 'lru-cache'
import type { SiteSigner } from './site-signer.ts'

/** What a visit opens, and what it ends with. */
type VisitToSign = Pick<
  SiteTokenClaims,
  'organization' | 'site' | 'siteSpace' | 'siteSection' | 'space' | 'spaces' | 'generation' | 'shareLink' | 'preview'
> & { claims: VisitorClaims }

/** Signs tokens of published content. */
export type SignVisit = (visit: VisitToSign, now: Date) => string

/** The longest list that a token shows to clients; a site may have many more spaces than a header has room. */
const mostSpaces = 100
/**
 * Readers keep what they read by their token. So a visit gets the same one for ten minutes, from every replica: what the
 * token says begins with the ten minutes, and a signature by RSA is always the same.
 */
const sameForSeconds = 600
const keptTokens = 10_000

export function visitSigner(signer: SiteSigner): SignVisit {
  const kept = new LRUCache<string, string>({ max: keptTokens, ttl: sameForSeconds * 1000 })
  return (visit, now) => {
    const seconds = Math.floor(now.getTime() / 1000)
    const claims = claimsOf(visit, seconds - (seconds % sameForSeconds))
    const known = kept.get(claims.jti)
    if (known) return known
    const token = signer.sign(claims, siteTokenAudience)
    kept.set(claims.jti, token)
    return token
  }
}

function claimsOf({ claims, spaces, ...visit }: VisitToSign, iat: number) {
  const said = {
    kind: 'site' as const,
    ...visit,
    spaces: spaces.length > mostSpaces ? [visit.space] : spaces,
    ...(Object.keys(claims).length > 0 && { claims }),
    iat,
    exp: iat + siteTokenSeconds,
  }
  return { ...said, jti: hash('sha256', JSON.stringify(said), 'base64url') }
}
