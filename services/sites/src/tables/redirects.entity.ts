import { defineEntity, p } from '@mikro-orm/postgresql'
import type { SiteRedirectDestination } from '@quire/contracts'

/** A redirect from a path of a site. */
export const SiteRedirectEntity = defineEntity({
  name: 'SiteRedirect',
  tableName: 'site_redirect',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    siteId: p.text(),
    /** The source as it was entered. */
    source: p.text(),
    /** The decoded source without slashes around it, which addresses are compared with. */
    path: p.text(),
    destination: p.json<SiteRedirectDestination>(),
    draft: p.boolean(),
    permanent: p.boolean(),
    createdAt: p.datetime(),
    updatedAt: p.datetime().nullable(),
  },
})
