import { z } from 'zod'
import { siteRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { SiteCustomizationSettings } from './customization.ts'
import { ShareKey } from './share-links.ts'
import { Site } from './sites.ts'
import { SiteStructure } from './structure.ts'

/** Everything that a renderer presents around the pages of a site (docs/interface.md#reading-a-published-site). */
const PublishedContentSite = z
  .strictObject({
    object: z.literal('published-content-site'),
    site: Site,
    structure: SiteStructure,
    customizations: z.strictObject({
      site: SiteCustomizationSettings,
      /** Settings of the site spaces that override the site's. */
      siteSpaces: z.record(z.string(), SiteCustomizationSettings),
    }),
    scripts: z.array(z.never()),
  })
  .meta({ id: 'PublishedContentSite' })

export const publishedSiteOperations = operations('sites', {
  getPublishedContentSite: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/published',
    summary: 'Get a site with all that is shown around its pages: its structure and its settings',
    access: siteRole('read'),
    query: z.object({ shareKey: ShareKey.optional() }),
    replies: { 200: PublishedContentSite },
    site: true,
  },
})
