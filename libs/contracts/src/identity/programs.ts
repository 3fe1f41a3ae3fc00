import { z } from 'zod'
import { Id, Timestamp } from '../shared/primitives.ts'

/** The parts of OAuth 2.1 that programs use to read internal sites by MCP, in the words of its standards (docs/adr/0071). */

const maxRedirects = 5
const RedirectUri = z.string().max(512)

/** What a program says of itself (RFC 7591). It may say more, which is ignored. */
export const NewProgramClient = z.object({
  redirect_uris: z.array(RedirectUri).min(1).max(maxRedirects),
  client_name: z.string().max(100).optional(),
})

export const ProgramClient = z
  .strictObject({
    client_id: z.string(),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
    token_endpoint_auth_method: z.literal('none'),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
  })
  .meta({ id: 'ProgramClient' })

/** The request of a program for somebody's permission (RFC 6749, 7636 and 8707), as the console found it in the address. */
export const ProgramRequest = z.object({
  clientId: z.string().max(4096),
  redirectUri: RedirectUri,
  responseType: z.literal('code'),
  codeChallenge: z.string().regex(/^[\w-]{43}$/, 'must be a SHA-256 hash in base64url'),
  codeChallengeMethod: z.literal('S256'),
  /** The address of the MCP server of the site. */
  resource: z.url({ protocol: /^https?$/ }).max(2048),
  state: z.string().max(2048).optional(),
})

/** What a person decides about. */
export const ProgramQuestion = z
  .strictObject({
    object: z.literal('program-question'),
    /** The name that the program gave itself. */
    name: z.string(),
    /** The host that gets the permission; the scheme, if the address has none; absent for a program on the person's device. */
    sentTo: z.string().optional(),
    site: z.strictObject({ id: Id, title: z.string() }),
    organization: Id,
    /** The address that tells the program of a refusal. */
    refuseURL: z.string(),
  })
  .meta({ id: 'ProgramQuestion' })
export type ProgramQuestion = z.infer<typeof ProgramQuestion>

/** The body of the token endpoint, a form. */
export const ProgramTokenRequest = z.object({
  /** `authorization_code` or `refresh_token`; others have an error of their own. */
  grant_type: z.string().max(100),
  client_id: z.string().max(4096),
  code: z.string().max(256).optional(),
  redirect_uri: RedirectUri.optional(),
  code_verifier: z.string().max(128).optional(),
  refresh_token: z.string().max(256).optional(),
  resource: z.string().max(2048).optional(),
})

export const ProgramTokens = z
  .strictObject({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    /** Seconds. */
    expires_in: z.number().int(),
    refresh_token: z.string(),
  })
  .meta({ id: 'ProgramTokens' })

/** A program that somebody has let read an internal site for them. */
export const Program = z
  .strictObject({
    object: z.literal('program'),
    id: Id,
    name: z.string(),
    site: Id,
    createdAt: Timestamp,
    usedAt: Timestamp,
    expiresAt: Timestamp,
    urls: z.strictObject({ location: z.string() }),
  })
  .meta({ id: 'Program' })
export type Program = z.infer<typeof Program>
