import { z } from 'zod'
import { anyone, siteRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery } from '../shared/list.ts'
import { ReviewedSite, ReviewSiteAds, UpdateSiteAds } from './ads.ts'

/** The header with the advertiser's key, which stands in for a token. */
export const partnerKeyHeader = 'x-gitbook-partner-key'
/** `visit`: the key is the permission, and access tokens do not count. */
const byPartnerKey = { access: anyone, visit: true, passes: [partnerKeyHeader] } as const

/** Advertisements on sites (docs/interface.md#advertisements). */
export const siteAdsOperations = operations('sites', {
  updateSiteAdsById: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/ads',
    summary: 'Submit a site for advertisements, or turn them off',
    access: siteRole('create'),
    body: UpdateSiteAds,
    calls: ['getAuthenticatedUser'],
    replies: { 204: null },
  },
  adsListSites: {
    method: 'GET',
    path: '/v1/ads/sites',
    summary: 'List the sites that were submitted for advertisements, for the advertiser',
    ...byPartnerKey,
    query: listQuery({ status: z.enum(['in-review', 'live', 'rejected']).default('in-review') }),
    replies: { 200: list(ReviewedSite) },
  },
  adsUpdateSite: {
    method: 'PATCH',
    path: '/v1/ads/sites/{siteId}',
    summary: 'Decide about the advertisements of a site, for the advertiser',
    ...byPartnerKey,
    body: ReviewSiteAds,
    replies: { 204: null },
  },
})
