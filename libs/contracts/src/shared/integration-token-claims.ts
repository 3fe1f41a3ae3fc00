import { z } from 'zod'
import { Id } from './primitives.ts'
import { tokenIssuer } from './token-claims.ts'

/** Audience of tokens of integrations, so that no other token passes for one, nor one for another token. */
export const integrationTokenAudience = 'quire-integration'
/** Longest validity of the token of an installation, in seconds. */
export const installationTokenSeconds = 3600

/**
 * The claims of a token of an integration, or of one of its installations: sites signs them, the gateway reads them.
 * Strict: a token with a limit that the reader does not know must be refused.
 */
export const IntegrationTokenClaims = z.strictObject({
  iss: z.literal(tokenIssuer),
  aud: z.literal(integrationTokenAudience),
  /** Seconds since 1970. */
  iat: z.number(),
  exp: z.number(),
  kind: z.literal('integration'),
  integration: z.string().min(1),
  /** The only installation that the token opens, if it is limited to one. */
  installation: Id.optional(),
  /** The integration's generation when the token was made; a later generation ends the token. */
  generation: z.number().int(),
})
export type IntegrationTokenClaims = z.infer<typeof IntegrationTokenClaims>
