import { z } from 'zod'
import { Id } from './primitives.ts'
import { tokenIssuer } from './token-claims.ts'

/** Audience of tokens that read a published site. Access tokens have another one, so neither kind passes for the other. */
export const siteTokenAudience = 'quire-site'
/** Longest validity of a site token, in seconds. */
export const siteTokenSeconds = 3600

/** Claims of the customer's system about a visitor; conditions refer to them (docs/interface.md#visitors). */
export const VisitorClaims = z.record(z.string(), z.unknown())
export type VisitorClaims = z.infer<typeof VisitorClaims>

/**
 * The claims of a site token: sites signs them, the gateway reads them. Published clients read `kind` to `claims`.
 * Strict: a token with a limit that the reader does not know must be refused.
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
  /** The target of the address; the token is valid for the whole site. */
  siteSpace: Id,
  siteSection: Id.optional(),
  space: Id,
  /** For clients only; the visible spaces are computed at each request. */
  spaces: z.array(Id),
  claims: VisitorClaims.optional(),
  /** The site's generation when the token was created; a later generation ends the token. */
  generation: z.number().int(),
  /** The share link that admitted the visitor. */
  shareLink: Id.optional(),
  /**
   * The person who previews, and the access token of the request; the preview contains what this person may read. `kind`
   * is present for a token that came from single sign-on.
   */
  preview: z
    .strictObject({ user: Id, token: z.string().min(1).optional(), kind: z.literal('saml').optional() })
    .optional(),
  /** Present for a visit of an internal site: `preview` names its visitor, and what ends other visits ends it too. */
  internal: z.literal(true).optional(),
})
export type SiteTokenClaims = z.infer<typeof SiteTokenClaims>
