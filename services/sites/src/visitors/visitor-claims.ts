import type { SiteVisitorPayload, VisitorClaims } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { SitesDependencies } from '../context.ts'
import { openVisitorKey, type PublishingAuthRow } from './visitor-keys.ts'
import { visitorTokenClaims } from './visitor-tokens.ts'

/** They go into the visitor's token, which travels in a header. */
const mostCharacters = 4096

/** What is known of a visitor. */
export interface KnownVisitor {
  /** They have a valid token of the site's. */
  isProved: boolean
  claims: VisitorClaims
}

/** What a visitor's system says of them; throws 400 where that is too long. */
export function knownVisitor(
  auth: Pick<PublishingAuthRow, 'site_id' | 'sealed_key'> | undefined,
  { jwtToken, unsignedClaims }: SiteVisitorPayload,
  { sealer, now }: Pick<SitesDependencies, 'sealer' | 'now'>,
): KnownVisitor {
  const signed = jwtToken && auth ? visitorTokenClaims(jwtToken, openVisitorKey(sealer, auth), now()) : undefined
  const claims = { ...signed, ...(unsignedClaims && { unsigned: unsignedClaims }) }
  if (JSON.stringify(claims).length > mostCharacters) {
    throw badRequest('body.visitor', `may claim at most ${mostCharacters} characters of JSON`)
  }
  return { isProved: signed !== undefined, claims }
}
