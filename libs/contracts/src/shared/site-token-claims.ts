import { z } from 'zod'
import { Id } from './primitives.ts'
import { tokenIssuer } from './token-claims.ts'

/** Tokens that read a published site. No access token has this audience, so neither passes for the other. */
export const siteTokenAudience = 'quire-site'
/** The longest that a site token is good, in seconds. */
export const siteTokenSeconds = 3600

/** What a visitor's system says of them; conditions look at it (docs/interface.md#visitors). */
export const VisitorClaims = z.record(z.string(), z.unknown())
export type VisitorClaims = z.infer<typeof VisitorClaims>

/**
 * The claims of a site token: sites signs them, the gateway reads them. Published clients read `kind` to `claims`.
 * Strict: where one side writes a limit that the other does not know, the token must be refused.
 */
export const SiteTokenClaims = z.strictObject({
  iss: z.literal(tokenIssuer),
  aud: z.literal(siteTokenAudience),
  jti: z.string().min(1),
  /** Seconds since 1970. */
  iat: z.number(),
  exp: z.number(),
  kind: z.literal('site'),
  organization: Id,
  site: Id,
  /** What the address led to: the token opens the whole site. */
  siteSpace: Id,
  siteSection: Id.optional(),
  space: Id,
  /** For clients only; which spaces are open is decided at each request. */
  spaces: z.array(Id),
  claims: VisitorClaims.optional(),
  /** The site's when the token was made: a later one ends it. */
  generation: z.number().int(),
  /** The share link that let the visitor in. */
  shareLink: Id.optional(),
  /** Whose preview it is, with the access token that asked for it: it opens what this person may read. */
  preview: z.strictObject({ user: Id, token: z.string().min(1).optional() }).optional(),
})
export type SiteTokenClaims = z.infer<typeof SiteTokenClaims>
