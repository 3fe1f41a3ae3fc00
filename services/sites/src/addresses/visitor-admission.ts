import { actingMember, previewingMember } from '@quire/access'
import type { SiteTokenClaims, SiteVisitorPayload } from '@quire/contracts'
import { type Caller, Refusal } from '@quire/kit'
import { expectedClaims, type KnownVisitor, knownVisitor } from '../audience/known-visitor.ts'
import { memberClaims } from '../audience/member-claims.ts'
import { type MemberVisit, memberVisitOf, readMemberVisit } from '../audience/member-visits.ts'
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
  /** The visit of a program's token, if the caller reads by one; nothing else admits the caller then. */
  toolVisit?: MemberVisit | undefined
}

/** The grounds on which a site is shown to somebody. */
export interface Admission extends SiteViewer {
  shareLink?: { id: string; key: string }
  /** True for a valid token of the site, which may hold no claims. */
  isProved?: boolean
  /** The access token or session whose revocation ends a preview, or a visit of an internal site. */
  previewToken?: string | undefined
  /** True for a visit of an internal site: `previewOf` is the visitor. */
  isInternal?: boolean
  /** The end of the visit, in seconds since 1970: of a visitor's token, a preview, or a member's access token. */
  until?: number | undefined
  /** The token that made the visitor known. */
  jwtToken?: string | undefined
}

/**
 * Admits visitors while the site is published, and members to a preview. `path` is the part after the site's name.
 * Undefined for everybody else, who must not learn that the site exists. Throws 503 where rights of a member decide and
 * changes of access may have been missed: public addresses are open to everybody, so nothing has refused before.
 */
export async function admissionOf(
  asking: LookupContext,
  found: AddressedSite,
  path: Segment[],
): Promise<Admission | undefined> {
  if (asking.siteToken) return asHolder(asking, asking.siteToken, found)
  const { toolVisit } = asking
  if (toolVisit) return toolVisit.site === found.site.id ? asInternalVisitor(asking, found, toolVisit) : undefined
  const identified = identify(asking, found)
  if ('preview' in identified) return identified.preview
  if ('visit' in identified) return asInternalVisitor(asking, found, identified.visit)
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
): Identified | { preview: Admission } | { visit: MemberVisit } {
  for (const jwtToken of [visitor.jwtToken, ...earlierTokens]) {
    if (jwtToken === undefined) continue
    const preview = asPreview(deps, jwtToken, found)
    if (preview) return { preview }
    // A token of a login server proves nothing to an internal site, which may have had such an audience before.
    const known = knownVisitor(found, { ...visitor, jwtToken }, deps)
    if (known.isProved && found.site.visibility !== 'members') return { ...known, jwtToken }
  }
  // Only cookies open an internal site: an address that did would open it as somebody else for whoever follows it.
  for (const token of earlierTokens) {
    const visit = readMemberVisit(deps.signer, token)
    if (visit?.site === found.site.id) return { visit }
  }
  return knownVisitor(found, { ...visitor, jwtToken: undefined }, deps)
}

/** Admits the holder of a token of published content while the token is valid (docs/adr/0024). */
async function asHolder(
  { sql, deps }: LookupContext,
  { site: siteId, generation, claims: claimed = {}, shareLink, preview, internal, exp: until }: SiteTokenClaims,
  { site, schema }: AddressedSite,
): Promise<Admission | undefined> {
  if (siteId !== site.id || (preview?.token !== undefined && deps.isRevoked(preview.token))) return undefined
  if (preview) deps.requireFreshAccess()
  const { unsigned, ...signed } = claimed
  const claims = expectedClaims({ site, schema }, signed, unsigned)
  const ofMember = { previewOf: preview?.user, previewKind: preview?.kind, previewToken: preview?.token }
  const previewer = { ...ofMember, ...(internal && { isInternal: internal }) }
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
  deps.requireFreshAccess()
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
  if (!site.published || site.visibility === 'members') return undefined
  if (site.visibility === 'visitor-auth') return isProved ? { claims, isProved, until, jwtToken } : undefined
  // Visitors of whom nothing is known are all alike, and share a token.
  const known = Object.keys(claims).length > 0 ? { claims, until, jwtToken } : { claims }
  if (site.visibility !== 'share-link') return known
  if (link) return { ...known, shareLink: link }
  const behind = first && (await findShareLink(sql, site.id, first.text))
  return behind && { ...known, shareLink: { id: behind.id, key: first.text } }
}

/**
 * Admits a member to an internal site while it is published and the member's session has not ended. Claims are those of
 * now, so that who leaves a team no longer sees what was for it.
 */
export async function asInternalVisitor(
  { sql, deps, visitor }: Pick<LookupContext, 'sql' | 'deps' | 'visitor'>,
  { site, schema }: Pick<AddressedSite, 'site' | 'schema'>,
  { user: previewOf, kind: previewKind, token: previewToken, exp: until }: MemberVisit,
): Promise<Admission | undefined> {
  if (!site.published || site.visibility !== 'members' || deps.isRevoked(previewToken)) return undefined
  deps.requireFreshAccess()
  const member = await previewingMember(sql, { previewOf, previewKind }, site.organization_id, deps.isBarred)
  if (!member) return undefined
  const claims = expectedClaims({ site, schema }, await memberClaims(sql, member), visitor.unsignedClaims)
  return { claims, previewOf, previewKind, previewToken, until, isInternal: true }
}

/** Admits members of the organization, who see the spaces that they may read. */
async function asMember(asking: LookupContext, found: AddressedSite, { claims }: KnownVisitor) {
  const { sql, deps, caller } = asking
  if (caller.userId === undefined) return undefined
  try {
    const { userId } = await actingMember(sql, caller, found.site.organization_id, deps)
    deps.requireFreshAccess()
    const { kind, tokenId: previewToken, tokenExpiresAt: until } = caller
    const visit = memberVisitOf(caller, found.site, deps.now())
    const visited = visit && (await asInternalVisitor(asking, found, visit))
    return visited ?? { claims, previewOf: userId, previewKind: kind, previewToken, until }
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return undefined
    throw error
  }
}
