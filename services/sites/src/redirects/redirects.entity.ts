import { defineEntity, p } from '@mikro-orm/postgresql'
import type { SiteRedirectDestination } from '@quire/contracts'

/** A path of a site that leads elsewhere. */
export const SiteRedirectEntity = defineEntity({
  name: 'SiteRedirect',
  tableName: 'site_redirect',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    siteId: p.text(),
    /** As it was written. */
    source: p.text(),
    /** Decoded and without slashes around it: what an address is compared with. */
    path: p.text(),
    destination: p.json<SiteRedirectDestination>(),
    draft: p.boolean(),
    permanent: p.boolean(),
    createdAt: p.datetime(),
    updatedAt: p.datetime().nullable(),
  },
})
