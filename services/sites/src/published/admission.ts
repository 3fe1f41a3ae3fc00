import { actingMember } from '@quire/access'
import type { SiteTokenClaims, SiteVisitorPayload } from '@quire/contracts'
import { type Caller, Refusal } from '@quire/kit'
import type { SitesDependencies } from '../context.ts'
import type { Sql } from '../database.ts'
import { findShareLink } from '../share-keys/find.ts'
import { openKey } from '../share-keys/keys.ts'
import { expectedClaims, type KnownVisitor, knownVisitor } from '../visitors/known-visitor.ts'
import { readPreview } from '../visitors/previews.ts'
import type { Segment } from './address-candidates.ts'
import type { AddressedSite } from './find-site.ts'
import type { Eyes } from './open-spaces.ts'
import { visitedSite } from './visits.ts'

/** Who asks for a public address. */
export interface Asking {
  sql: Sql
  deps: Pick<SitesDependencies, 'sealer' | 'signer' | 'isBarred' | 'isRevoked' | 'publicUrl' | 'now'>
  caller: Caller
  visitor: SiteVisitorPayload
  /** What a token of published content says, for who reads by one; nothing else admits them then. */
  siteToken?: SiteTokenClaims | undefined
}

/** How somebody gets to read a site. */
export interface Admission extends Eyes {
  shareLink?: { id: string; key: string }
  /** They have a valid token of the site's, which may claim nothing. */
  isProved?: boolean
  /** The access token that a preview ends with. */
  previewToken?: string | undefined
}

/**
 * Lets in who may read a site: its visitors while it is published, and its members to a preview. `path` is what follows
 * the site's name. Undefined for everybody else, who must not learn that the site is there.
 */
export async function admissionOf(
  asking: Asking,
  found: AddressedSite,
  path: Segment[],
): Promise<Admission | undefined> {
  if (asking.siteToken) return asHolder(asking, asking.siteToken, found)
  const preview = asPreview(asking, found)
  if (preview) return preview
  const known = knownVisitor(found, asking.visitor, asking.deps)
  return (await asVisitor(asking, found, path, known)) ?? (await asMember(asking, found, known))
}

/** Who has a token of published content, for as long as it opens the site (docs/adr/0061). */
async function asHolder(
  { sql, deps }: Asking,
  { site: siteId, generation, claims: claimed = {}, shareLink, preview }: SiteTokenClaims,
  { site, schema }: AddressedSite,
): Promise<Admission | undefined> {
  if (siteId !== site.id || (preview?.token !== undefined && deps.isRevoked(preview.token))) return undefined
  const { unsigned, ...signed } = claimed
  const claims = expectedClaims({ site, schema }, signed, unsigned)
  const visit = { siteId, generation, claims, shareLinkId: shareLink, previewOf: preview?.user }
  const visited = await visitedSite(sql, visit)
  if (!visited) return undefined
  const { link_id: id, sealed_key } = visited
  const link = id !== null && sealed_key !== null && { id, key: openKey(deps.sealer, { id, sealed_key }) }
  return { claims, isProved: true, previewOf: preview?.user, ...(link && { shareLink: link }) }
}

/** Who has a preview's address, while the member may still use the access token that it was made with. */
function asPreview({ deps, visitor }: Asking, { site, schema }: AddressedSite): Admission | undefined {
  const preview = visitor.jwtToken === undefined ? undefined : readPreview(deps.signer, visitor.jwtToken)
  if (preview?.site !== site.id || (preview.token !== undefined && deps.isRevoked(preview.token))) return undefined
  const { unsigned, ...signed } = preview.claims
  const claims = expectedClaims({ site, schema }, signed, unsigned)
  return { claims, previewOf: preview.user, previewToken: preview.token }
}

async function asVisitor(
  { sql }: Asking,
  { site, link }: AddressedSite,
  [first]: Segment[],
  { isProved, claims }: KnownVisitor,
): Promise<Admission | undefined> {
  if (!site.published) return undefined
  if (site.visibility === 'visitor-auth') return isProved ? { claims, isProved } : undefined
  if (site.visibility !== 'share-link') return { claims }
  if (link) return { claims, shareLink: link }
  const behind = first && (await findShareLink(sql, site.id, first.text))
  return behind && { claims, shareLink: { id: behind.id, key: first.text } }
}

/** Anybody in the organization; of the site they see the spaces that they may read. */
async function asMember({ sql, deps, caller }: Asking, { site }: AddressedSite, { claims }: KnownVisitor) {
  if (caller.userId === undefined) return undefined
  try {
    const { userId } = await actingMember(sql, caller, site.organization_id, deps)
    return { claims, previewOf: userId, previewToken: caller.tokenId }
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return undefined
    throw error
  }
}
