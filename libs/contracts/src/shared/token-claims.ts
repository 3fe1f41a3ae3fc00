import { z } from 'zod'

export const tokenIssuer = 'quire'
/**
 * Tokens of the management interface. Those of published sites have another audience, so neither passes for the other.
 */
export const tokenAudience = 'quire-api'
export const tokenAlgorithm = 'RS256'

/**
 * The claims of an access token: identity signs them, the gateway reads them. Strict: where one side writes a limit
 * that the other does not know, the token must be refused, not taken without the limit.
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
