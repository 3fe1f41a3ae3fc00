import type { AdaptiveJsonSchema, SiteVisitorPayload } from '@quire/contracts'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { SitesDependencies } from '../context.ts'
import type { SiteRow } from '../model/sites.state.ts'
import { isBadToken } from './site-signer.ts'
import { type VisitorClaims, visitorClaims } from './visitor-claims.ts'
import { openVisitorKey, type PublishingAuthRow } from './visitor-keys.ts'

/** The longest lifetime of a token: a longer one does not show that the visitor is present. */
const longestDays = 30

/** Time by which the clock of the system that signs may be ahead: its tokens may begin that much later than now. */
const aheadSeconds = 60
/** Time for which a token still counts after its `exp`, for requests under way. */
const leewaySeconds = 5

const Times = z.looseObject({ exp: z.number(), iat: z.number().optional() })

/** Claims about the token itself, which differ in each token and say nothing of the visitor. */
const ofTheToken = new Set(['exp', 'iat', 'nbf', 'iss', 'aud', 'jti'])

/** The validated identity and claims of a visitor. */
export interface KnownVisitor {
  /** True for a visitor with a valid token of the site. */
  isProved: boolean
  claims: VisitorClaims
  /** The end of the visit that the token opens, in seconds since 1970. */
  until?: number
}

/** A site with the claims that it expects of its visitors. */
interface ExpectingSite {
  site: Pick<SiteRow, 'adaptive_content'>
  /** The expected claims; undefined if the site does not say. */
  schema: AdaptiveJsonSchema | undefined
}

/** A site with the key that its visitors' tokens are signed with. */
interface VisitedSite extends ExpectingSite {
  auth: Pick<PublishingAuthRow, 'site_id' | 'sealed_key'> | undefined
}

/** Returns the claims about a visitor, as far as the site expects them. */
export function knownVisitor(
  { auth, ...expecting }: VisitedSite,
  { jwtToken, unsignedClaims }: SiteVisitorPayload,
  { sealer, now }: Pick<SitesDependencies, 'sealer' | 'now'>,
): KnownVisitor {
  const token = jwtToken && auth ? readVisitorToken(jwtToken, openVisitorKey(sealer, auth), now()) : undefined
  const claims = expectedClaims(expecting, token?.claims, unsignedClaims)
  return token ? { isProved: true, claims, until: token.until } : { isProved: false, claims }
}

/**
 * Returns the claims that the site expects; none if its adaptive content is turned off, so that conditions treat every
 * visitor alike.
 */
export function expectedClaims({ site, schema }: ExpectingSite, signed: unknown, unsigned: unknown): VisitorClaims {
  if (site.adaptive_content === false) return {}
  const { unsigned: said, ...claims } = visitorClaims({ schema, signed, unsigned })
  // Visitors without claims are all alike, and share a token.
  return Object.keys(Object(said)).length > 0 ? { ...claims, unsigned: said } : claims
}

/**
 * Returns the claims of a visitor's token, signed with the site's key by HS256, and the end of its visit. Undefined if
 * the signature is invalid, or if the token has expired or lasts longer than a month.
 */
function readVisitorToken(token: string, key: string, now: Date) {
  const seconds = Math.floor(now.getTime() / 1000)
  const claims = Times.safeParse(verified(token, key, seconds)).data
  if (!claims || claims.exp > seconds + longestDays * 86_400) return undefined
  if (claims.iat !== undefined && claims.iat > seconds + aheadSeconds) return undefined
  const until = Math.floor(claims.exp) + leewaySeconds
  if (until <= seconds) return undefined
  return { claims: Object.fromEntries(Object.entries(claims).filter(([name]) => !ofTheToken.has(name))), until }
}

function verified(token: string, key: string, clockTimestamp: number): unknown {
  try {
    const options = {
      algorithms: ['HS256' as const],
      clockTimestamp,
      clockTolerance: aheadSeconds,
      complete: true as const,
    }
    const { header, payload } = jwt.verify(token, key, options)
    // RFC 7515, 4.1.11: a token with extensions that its reader does not know is invalid. The library ignores the header.
    return 'crit' in header ? undefined : payload
  } catch (error) {
    if (isBadToken(error)) return undefined
    throw error
  }
}
