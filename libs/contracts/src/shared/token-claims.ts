import { z } from 'zod'

/** The public half of a key that signs tokens. */
const Jwk = z.strictObject({
  kty: z.literal('RSA'),
  kid: z.string(),
  use: z.literal('sig'),
  alg: z.literal('RS256'),
  n: z.string(),
  e: z.string(),
})

export const JwkSet = z.strictObject({ keys: z.array(Jwk) })

export const tokenIssuer = 'quire'
/** Audience of tokens of the management interface. Site tokens have another one, so neither kind passes for the other. */
export const tokenAudience = 'quire-api'
export const tokenAlgorithm = 'RS256'

/**
 * The claims of an access token: identity signs them, the gateway reads them. Strict: a token with a limit that the
 * reader does not know must be refused, not accepted without the limit.
 */
export const TokenClaims = z.strictObject({
  iss: z.literal(tokenIssuer),
  aud: z.literal(tokenAudience),
  /** Id of the user; of a SCIM token, the administrator who made it; `installation` in a token of the installation. */
  sub: z.string().min(1),
  /** Id of the token, which a revocation names. */
  jti: z.string().min(1),
  /** Seconds since 1970. */
  iat: z.number(),
  exp: z.number(),
  kind: z.enum(['user', 'saml', 'scim', 'installation']).default('user'),
  scope: z.enum(['full', 'read']),
  /** The only organization in which the token is valid, if limited. */
  org: z.string().min(1).optional(),
})
export type TokenClaims = z.infer<typeof TokenClaims>
