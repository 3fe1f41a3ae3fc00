import { z } from 'zod'

export const tokenIssuer = 'quire'
/** Tokens of the management interface; those of published sites have another audience (attacks 8). */
export const tokenAudience = 'quire-api'
export const tokenAlgorithm = 'RS256'

/**
 * The claims of an access token (design 7): identity signs them, the gateway reads them. Strict, because a
 * limit that one side writes and the other does not know must close the door, not open it.
 */
export const TokenClaims = z.strictObject({
  iss: z.literal(tokenIssuer),
  aud: z.literal(tokenAudience),
  /** The user. */
  sub: z.string().min(1),
  /** The token's id: what a revocation names. */
  jti: z.string().min(1),
  /** Seconds since 1970. */
  iat: z.number(),
  exp: z.number(),
  kind: z.enum(['user', 'saml']).default('user'),
  scope: z.enum(['full', 'read']),
  /** The token is good in this organization only. */
  org: z.string().min(1).optional(),
})
export type TokenClaims = z.infer<typeof TokenClaims>
