import { hash } from 'node:crypto'
import { holds, type Value } from '@quire/conditions'
import type { PublishedLocation } from '../../addresses/resolve-address.ts'
import type { SitesContext } from '../../context.ts'
import { siteAddress } from '../../model/site-address.ts'
import { effectiveSettings } from '../../view/effective-settings.ts'
import { readDetails } from './site-details.ts'
import type { Audience, VisibleSite } from './site-model.ts'
import { structureOf } from './site-structure.ts'

/** Loads the site that an address led to, as its visitor sees it. */
export async function loadVisibleSite(
  { sql, deps }: Pick<SitesContext, 'sql' | 'deps'>,
  found: PublishedLocation,
): Promise<VisibleSite> {
  const { site, admission, visible, space } = found
  const spaceIds = visible.map(({ spaceId }) => spaceId)
  const details = await readDetails(sql, { siteId: site.id, siteSpaceId: space.id, spaceIds })
  const loaded = {
    id: site.id,
    organizationId: site.organization_id,
    title: site.title,
    address: siteAddress(site, deps.publicUrl, admission.shareLink?.key),
    filesOrigin: new URL(deps.publicUrl).origin,
    base: found.siteBasePath.replace(/\/$/, ''),
    structure: structureOf(visible, details),
    settings: effectiveSettings(details.settings ?? undefined, details.own ?? undefined),
    isForAgents: site.agents_context === 'included',
    isAskable: site.agents_context === 'included' && details.ai,
  }
  const versioned = JSON.stringify(loaded, (name, value) => (name === 'revision' ? undefined : value))
  return { ...loaded, version: hash('sha256', versioned, 'base64url'), audience: audienceOf(found) }
}

/** Returns the audience of a visitor: what is visible depends on the claims and on the visible spaces. */
function audienceOf({ site, admission, visible }: PublishedLocation): Audience {
  const { claims = {}, previewOf, shareLink } = admission
  const isKnown = previewOf !== undefined || Object.keys(claims).length > 0
  const isPublic = !isKnown && (site.visibility === 'public' || site.visibility === 'unlisted')
  // Claims are plain data: they were parsed from JSON.
  const visitor = { claims: claims as Value }
  const seen = [site.visibility, claims, previewOf, shareLink?.id, visible.map(({ id }) => id)]
  return {
    isPublic,
    isIndexed: isPublic && site.visibility === 'public',
    preview: previewOf === undefined ? undefined : claims,
    key: hash('sha256', JSON.stringify(seen), 'base64url'),
    claims,
    holds: (condition, vars = {}) => holds(condition, { visitor, page: { vars }, space: { vars: {} } }),
  }
}
