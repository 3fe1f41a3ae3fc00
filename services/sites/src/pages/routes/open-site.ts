import { hash } from 'node:crypto'
import { holds, type Value } from '@quire/conditions'
import type { SitesContext } from '../../context.ts'
import { effectiveSettings } from '../../customization/settings.ts'
import type { PublishedPlace } from '../../published/resolve.ts'
import { siteAddress } from '../../states/site-address.ts'
import type { Audience, OpenSite } from '../frame/model.ts'
import { readDetails } from './site-details.ts'
import { structureOf } from './site-structure.ts'

/** The site that an address led to, as its reader sees it. */
export async function openSite(
  { sql, deps }: Pick<SitesContext, 'sql' | 'deps'>,
  found: PublishedPlace,
): Promise<OpenSite> {
  const { site, admission, open, space } = found
  const spaceIds = open.map(({ spaceId }) => spaceId)
  const details = await readDetails(sql, { siteId: site.id, siteSpaceId: space.id, spaceIds })
  const shown = {
    id: site.id,
    organizationId: site.organization_id,
    title: site.title,
    address: siteAddress(site, deps.publicUrl, admission.shareLink?.key),
    filesOrigin: new URL(deps.publicUrl).origin,
    base: found.siteBasePath.replace(/\/$/, ''),
    structure: structureOf(open, details),
    settings: effectiveSettings(details.settings ?? undefined, details.own ?? undefined),
    isForAgents: site.agents_context === 'included',
    isAskable: site.agents_context === 'included' && details.ai,
  }
  const looks = JSON.stringify(shown, (name, value) => (name === 'revision' ? undefined : value))
  return { ...shown, version: hash('sha256', looks, 'base64url'), audience: audienceOf(found) }
}

/** What a reader sees depends on what is known of them, and on the spaces that are open to them. */
function audienceOf({ site, admission, open }: PublishedPlace): Audience {
  const { claims = {}, previewOf, shareLink } = admission
  const isKnown = previewOf !== undefined || Object.keys(claims).length > 0
  const isPublic = !isKnown && (site.visibility === 'public' || site.visibility === 'unlisted')
  // Claims are plain data: they came as JSON.
  const visitor = { claims: claims as Value }
  const seen = [site.visibility, claims, previewOf, shareLink?.id, open.map(({ id }) => id)]
  return {
    isPublic,
    isIndexed: isPublic && site.visibility === 'public',
    preview: previewOf === undefined ? undefined : claims,
    key: hash('sha256', JSON.stringify(seen), 'base64url'),
    claims,
    holds: (condition, vars = {}) => holds(condition, { visitor, page: { vars }, space: { vars: {} } }),
  }
}
