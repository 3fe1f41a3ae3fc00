import type { Site } from '@quire/contracts'
import { api } from '../../api/client.ts'

/** What somebody has chosen for a new site. */
export interface NewSiteForm {
  source: 'space' | 'template'
  /** The space to publish. */
  space: string
  /** The template that a new space begins with. */
  template: string
  title: string
  audience: Site['visibility']
}

/** The parts of a site that exist already, so that trying again makes none of them twice. */
export interface MadeParts {
  spaceId?: string
  siteId?: string
  isPublished?: boolean
  address?: string
}

/**
 * Creates a site with the space of the form, or with one made from its template, and publishes it. Records in `made` what
 * exists, and throws `Refused` where it cannot go on. Returns the site, with an address that works for its audience.
 */
export async function createSite(
  organizationId: string,
  { source, space, template, title, audience }: NewSiteForm,
  made: MadeParts,
): Promise<{ siteId: string; address: string | undefined }> {
  const params = { organizationId }
  if (source === 'template')
    made.spaceId ??= (
      await api.post('/v1/orgs/{organizationId}/spaces', { params, body: { title, template: { id: template } } })
    ).id
  made.siteId ??= (
    await api.post('/v1/orgs/{organizationId}/sites', {
      params,
      body: { title, visibility: audience, spaces: [made.spaceId ?? space] },
    })
  ).id
  const ofSite = { params: { organizationId, siteId: made.siteId } }
  if (!made.isPublished) {
    const { urls } = await api.post('/v1/orgs/{organizationId}/sites/{siteId}/publish', ofSite)
    made.isPublished = true
    if (urls.published !== undefined) made.address = urls.published
  }
  if (audience === 'share-link') {
    const at = '/v1/orgs/{organizationId}/sites/{siteId}/share-links' as const
    const { urls } = await api.post(at, { ...ofSite, body: { name: title.slice(0, 50) } })
    if (urls.published !== undefined) made.address = urls.published
  }
  // Nobody reads the address without a token of their system.
  return { siteId: made.siteId, address: audience === 'visitor-auth' ? undefined : made.address }
}
