import { z } from 'zod'

export const tokenIssuer = 'quire'
/** Tokens of the management interface; those of published sites have another audience (attacks 8). */
export const tokenAudience = 'quire-api'
export const tokenAlgorithm = 'RS256'

/** What an access token says beside issuer, audience and expiry (design 7): identity signs it, the gateway reads it. */
export const TokenClaims = z.object({
  /** The user. */
  sub: z.string().min(1),
  /** The token's id: what a revocation names. */
  jti: z.string().min(1),
  /** Seconds since 1970. */
  exp: z.number(),
  kind: z.enum(['user', 'saml']).default('user'),
  scope: z.enum(['full', 'read']).default('full'),
  /** The token is good in this organization only. */
  organizationId: z.string().optional(),
})
export type TokenClaims = z.infer<typeof TokenClaims>
