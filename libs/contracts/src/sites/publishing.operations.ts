import { z } from 'zod'
import { siteRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'
import { PreviewClaims, SitePublishingAuth, UpdateSitePublishingAuth } from './publishing-auth.ts'

const publishing = '/v1/orgs/{organizationId}/sites/{siteId}/publishing' as const

/** Authentication of a site's visitors: the key of their tokens, which is an administrator's secret, and previews. */
export const publishingOperations = operations('sites', {
  getSitePublishingAuthById: {
    method: 'GET',
    path: `${publishing}/auth`,
    summary: 'Get how visitors of a site prove who they are, with the key that signs their tokens',
    access: siteRole('admin'),
    replies: { 200: SitePublishingAuth },
    secret: true,
  },
  updateSitePublishingAuthById: {
    method: 'PATCH',
    path: `${publishing}/auth`,
    summary: 'Change where visitors are sent who have no valid token',
    access: siteRole('admin'),
    body: UpdateSitePublishingAuth,
    audited: { target: 'site', id: 'siteId', fields: ['backend'] },
    replies: { 200: SitePublishingAuth },
    secret: true,
  },
  regenerateSitePublishingAuthById: {
    method: 'POST',
    path: `${publishing}/auth/regenerate`,
    summary: "Make a new key for visitors' tokens: those of the old one are good no more",
    access: siteRole('admin'),
    audited: { target: 'site', id: 'siteId' },
    replies: { 200: SitePublishingAuth },
    secret: true,
    narrows: true,
  },
  getSitePublishingPreviewById: {
    method: 'GET',
    path: `${publishing}/preview`,
    summary: 'Make an address at which the caller sees the site for an hour as its visitors do, published or not',
    access: siteRole('read'),
    query: z.object({ siteSpace: Id.optional(), claims: PreviewClaims.optional() }),
    // No secret: the address shows what the caller may read, and ends with the caller's token.
    replies: { 200: z.strictObject({ url: z.string() }) },
  },
})
