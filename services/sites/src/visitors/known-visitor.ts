import type { AdaptiveJsonSchema, SiteVisitorPayload } from '@quire/contracts'
import { type VisitorClaims, visitorClaims } from '../adaptive/visitor-claims.ts'
import type { SitesDependencies } from '../context.ts'
import type { SiteRow } from '../states/sites.state.ts'
import { openVisitorKey, type PublishingAuthRow } from './visitor-keys.ts'
import { visitorTokenClaims } from './visitor-tokens.ts'

/** What is known of a visitor. */
export interface KnownVisitor {
  /** They have a valid token of the site's. */
  isProved: boolean
  claims: VisitorClaims
}

/** What a site expects of its visitors. */
interface ExpectingSite {
  site: Pick<SiteRow, 'adaptive_content'>
  /** Which claims, where it says so. */
  schema: AdaptiveJsonSchema | undefined
}

/** How it learns of them. */
interface VisitedSite extends ExpectingSite {
  auth: Pick<PublishingAuthRow, 'site_id' | 'sealed_key'> | undefined
}

/** What a visitor's system says of them, as far as the site expects it. */
export function knownVisitor(
  { auth, ...expecting }: VisitedSite,
  { jwtToken, unsignedClaims }: SiteVisitorPayload,
  { sealer, now }: Pick<SitesDependencies, 'sealer' | 'now'>,
): KnownVisitor {
  const signed = jwtToken && auth ? visitorTokenClaims(jwtToken, openVisitorKey(sealer, auth), now()) : undefined
  return { isProved: signed !== undefined, claims: expectedClaims(expecting, signed, unsignedClaims) }
}

/**
 * Of what is claimed of somebody that which the site expects; nothing where its adaptive content is turned off: then its
 * conditions see everybody as a visitor of whom nothing is known.
 */
export function expectedClaims({ site, schema }: ExpectingSite, signed: unknown, unsigned: unknown): VisitorClaims {
  if (site.adaptive_content === false) return {}
  const { unsigned: said, ...claims } = visitorClaims({ schema, signed, unsigned })
  // Visitors of whom nothing is known are all the same, and share a token.
  return Object.keys(Object(said)).length > 0 ? { ...claims, unsigned: said } : claims
}
