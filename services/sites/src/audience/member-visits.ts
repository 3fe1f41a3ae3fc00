import { hash } from 'node:crypto'
import { Id } from '@quire/contracts'
import type { Caller } from '@quire/kit'
import { z } from 'zod'
import type { SiteSigner } from './site-signer.ts'

/** A member's visit of an internal site. */
const MemberVisit = z.object({
  site: Id,
  user: Id,
  /** The session or access token of the member; its revocation ends the visit. */
  token: z.string().min(1),
  /** Present if that came from single sign-on. */
  kind: z.literal('saml').optional(),
  /** The end of the visit, in seconds since 1970. */
  exp: z.number().int(),
})
export type MemberVisit = z.infer<typeof MemberVisit>

/** A working day. A browser that asks for a page later is sent through the console again, which nobody notices. */
const longestVisitSeconds = 8 * 3600
/** Time for a browser to follow one redirect. */
const codeSeconds = 60

/** Audiences of their own: neither passes for the other, nor for a preview or an access token. */
const visitAudience = 'quire-site-member'
const codeAudience = 'quire-site-member-code'
const toolAudience = 'quire-site-tools'

/** Returns the visit that a caller may make of a site; undefined for a caller who is no person. */
export function memberVisitOf(
  { userId: user, kind, tokenId: token, tokenExpiresAt = Number.POSITIVE_INFINITY }: Caller,
  { id: site }: { id: string },
  now: Date,
): MemberVisit | undefined {
  if (user === undefined || token === undefined) return undefined
  const exp = Math.min(Math.floor(now.getTime() / 1000) + longestVisitSeconds, tokenExpiresAt)
  return { site, user, token, ...(kind === 'saml' && { kind }), exp }
}

/** Signs the value of a visit's cookie. */
export const signMemberVisit = (signer: SiteSigner, visit: MemberVisit, now: Date): string =>
  signer.sign({ ...visit, iat: Math.floor(now.getTime() / 1000) }, visitAudience)

/** Returns the visit of a cookie; undefined if it is invalid or has ended. */
export const readMemberVisit = (signer: SiteSigner, cookie: string): MemberVisit | undefined =>
  MemberVisit.safeParse(signer.read(cookie, visitAudience)).data

/** Signs a token with which a program reads the site for the member, by its MCP server alone. */
export const signToolToken = (signer: SiteSigner, visit: MemberVisit, now: Date): string =>
  signer.sign({ ...visit, iat: Math.floor(now.getTime() / 1000) }, toolAudience)

/** Returns the visit of a program's token; undefined if it is invalid or has ended. */
export const readToolToken = (signer: SiteSigner, token: string): MemberVisit | undefined =>
  MemberVisit.safeParse(signer.read(token, toolAudience)).data

/** A visit that begins, in the browser whose secret has the hash `state`. */
const VisitCode = z.object({ visit: MemberVisit, state: z.string(), page: z.string() })
type VisitCode = z.infer<typeof VisitCode>

/** Signs the code with which the console sends a browser back to the site: good for a minute, for this browser alone. */
export function signVisitCode(signer: SiteSigner, code: VisitCode, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000)
  return signer.sign({ ...code, iat, exp: Math.min(iat + codeSeconds, code.visit.exp) }, codeAudience)
}

/** Returns the visit that a code begins; undefined if it is invalid or too old. */
export const readVisitCode = (signer: SiteSigner, code: string): VisitCode | undefined =>
  VisitCode.safeParse(signer.read(code, codeAudience)).data

/** The hash of a browser's secret, which alone leaves the browser's own site. */
export const stateOf = (secret: string): string => hash('sha256', secret, 'base64url')
