import type { AdaptiveJsonSchema, SiteVisitorPayload } from '@quire/contracts'
import { type VisitorClaims, visitorClaims } from '../adaptive/visitor-claims.ts'
import type { SitesDependencies } from '../context.ts'
import { openVisitorKey, type PublishingAuthRow } from './visitor-keys.ts'
import { visitorTokenClaims } from './visitor-tokens.ts'

/** What is known of a visitor. */
export interface KnownVisitor {
  /** They have a valid token of the site's. */
  isProved: boolean
  claims: VisitorClaims
}

/** How a site learns of its visitors. */
interface VisitedSite {
  auth: Pick<PublishingAuthRow, 'site_id' | 'sealed_key'> | undefined
  /** What it expects of them, where it says so. */
  schema: AdaptiveJsonSchema | undefined
}

/** What a visitor's system says of them, as far as the site expects it. */
export function knownVisitor(
  { auth, schema }: VisitedSite,
  { jwtToken, unsignedClaims }: SiteVisitorPayload,
  { sealer, now }: Pick<SitesDependencies, 'sealer' | 'now'>,
): KnownVisitor {
  const signed = jwtToken && auth ? visitorTokenClaims(jwtToken, openVisitorKey(sealer, auth), now()) : undefined
  const { unsigned, ...claims } = visitorClaims({ schema, signed, unsigned: unsignedClaims })
  // Visitors of whom nothing is known are all the same, and share a token.
  const said = Object.keys(Object(unsigned)).length > 0
  return { isProved: signed !== undefined, claims: said ? { ...claims, unsigned } : claims }
}
