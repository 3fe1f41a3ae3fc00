import { actingMember } from '@quire/access'
import type { SiteTokenClaims, SiteVisitorPayload } from '@quire/contracts'
import { type Caller, Refusal } from '@quire/kit'
import { expectedClaims, type KnownVisitor, knownVisitor } from '../audience/known-visitor.ts'
import { findShareLink, openKey } from '../audience/share-keys.ts'
import type { SignerNeeds } from '../audience/site-signer.ts'
import { readPreview } from '../audience/site-tokens.ts'
import type { SitesDependencies } from '../context.ts'
import type { Sql } from '../database.ts'
import type { Segment } from './address-candidates.ts'
import type { AddressedSite } from './find-site.ts'
import type { SiteViewer } from './spaces-on-site.ts'
import { visitedSite } from './visits.ts'

/** The caller of a public address, with the dependencies of the lookup. */
export interface LookupContext {
  sql: Sql
  deps: SitesDependencies & SignerNeeds
  caller: Caller
  visitor: SiteVisitorPayload
  /** Tokens of earlier visits, from cookies. Read if `visitor` has no valid token. */
  earlierTokens?: readonly string[] | undefined
  /** The claims of a token of published content, if the caller reads by one; nothing else admits the caller then. */
  siteToken?: SiteTokenClaims | undefined
}

/** The grounds on which a site is shown to somebody. */
export interface Admission extends SiteViewer {
  shareLink?: { id: string; key: string }
  /** True for a valid token of the site, which may hold no claims. */
  isProved?: boolean
  /** The access token whose revocation ends a preview. */
  previewToken?: string | undefined
  /** The end of the visit, in seconds since 1970: of a visitor's token, a preview, or a member's access token. */
  until?: number | undefined
  /** The token that made the visitor known. */
  jwtToken?: string | undefined
}

/**
 * Admits visitors while the site is published, and members to a preview. `path` is the part after the site's name.
 * Undefined for everybody else, who must not learn that the site exists.
 */
export async function admissionOf(
  asking: LookupContext,
  found: AddressedSite,
  path: Segment[],
): Promise<Admission | undefined> {
  if (asking.siteToken) return asHolder(asking, asking.siteToken, found)
  const identified = identify(asking, found)
  if ('preview' in identified) return identified.preview
  return (await asVisitor(asking, found, path, identified)) ?? (await asMember(asking, found, identified))
}

/** A visitor with the token that makes them known. */
type Identified = KnownVisitor & Pick<Admission, 'jwtToken'>

/**
 * Identifies the visitor by the first token that is valid: a wrong one in the address must not end the visit that a
 * cookie holds.
 */
function identify(
  { deps, visitor, earlierTokens = [] }: LookupContext,
  found: AddressedSite,
): Identified | { preview: Admission } {
  for (const jwtToken of [visitor.jwtToken, ...earlierTokens]) {
    if (jwtToken === undefined) continue
    const preview = asPreview(deps, jwtToken, found)
    if (preview) return { preview }
    const known = knownVisitor(found, { ...visitor, jwtToken }, deps)
    if (known.isProved) return { ...known, jwtToken }
  }
  return knownVisitor(found, { ...visitor, jwtToken: undefined }, deps)
}

/** Admits the holder of a token of published content while the token is valid (docs/adr/0024). */
async function asHolder(
  { sql, deps }: LookupContext,
  { site: siteId, generation, claims: claimed = {}, shareLink, preview, exp: until }: SiteTokenClaims,
  { site, schema }: AddressedSite,
): Promise<Admission | undefined> {
  if (siteId !== site.id || (preview?.token !== undefined && deps.isRevoked(preview.token))) return undefined
  const { unsigned, ...signed } = claimed
  const claims = expectedClaims({ site, schema }, signed, unsigned)
  const previewer = { previewOf: preview?.user, previewKind: preview?.kind, previewToken: preview?.token }
  const visit = { siteId, generation, claims, shareLinkId: shareLink, ...previewer }
  const visited = await visitedSite(sql, visit)
  if (!visited) return undefined
  const { link_id: id, sealed_key } = visited
  const link = id !== null && sealed_key !== null && { id, key: openKey(deps.sealer, { id, sealed_key }) }
  return { claims, isProved: true, ...previewer, until, ...(link && { shareLink: link }) }
}

/** Admits the holder of a preview address, until the access token that it was created with is revoked. */
function asPreview(deps: LookupContext['deps'], jwtToken: string, { site, schema }: AddressedSite) {
  const preview = readPreview(deps.signer, jwtToken)
  if (preview?.site !== site.id || (preview.token !== undefined && deps.isRevoked(preview.token))) return undefined
  const { unsigned, ...signed } = preview.claims
  const claims = expectedClaims({ site, schema }, signed, unsigned)
  const { user: previewOf, kind: previewKind, token: previewToken, exp: until } = preview
  return { claims, previewOf, previewKind, previewToken, until, jwtToken }
}

async function asVisitor(
  { sql }: LookupContext,
  { site, link }: AddressedSite,
  [first]: Segment[],
  { isProved, claims, until, jwtToken }: Identified,
): Promise<Admission | undefined> {
  if (!site.published) return undefined
  if (site.visibility === 'visitor-auth') return isProved ? { claims, isProved, until, jwtToken } : undefined
  // Visitors of whom nothing is known are all alike, and share a token.
  const known = Object.keys(claims).length > 0 ? { claims, until, jwtToken } : { claims }
  if (site.visibility !== 'share-link') return known
  if (link) return { ...known, shareLink: link }
  const behind = first && (await findShareLink(sql, site.id, first.text))
  return behind && { ...known, shareLink: { id: behind.id, key: first.text } }
}

/** Admits members of the organization, who see the spaces that they may read. */
async function asMember({ sql, deps, caller }: LookupContext, { site }: AddressedSite, { claims }: KnownVisitor) {
  if (caller.userId === undefined) return undefined
  try {
    const { userId } = await actingMember(sql, caller, site.organization_id, deps)
    const { kind: previewKind, tokenId: previewToken, tokenExpiresAt: until } = caller
    return { claims, previewOf: userId, previewKind, previewToken, until }
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return undefined
    throw error
  }
}
