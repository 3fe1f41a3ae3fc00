import { defineEntity, p } from '@mikro-orm/postgresql'

/** A space on a site. It outlives the space's deletion, hidden, so that a restored space is back where it was. */
export const SiteSpaceEntity = defineEntity({
  name: 'SiteSpace',
  tableName: 'site_space',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    siteId: p.text(),
    spaceId: p.text(),
    path: p.text(),
    /** An expression that decides whether a visitor is shown it; null: every visitor is. */
    condition: p.text().nullable(),
    /** Its place among the site's others, by a key between its neighbours'. */
    orderKey: p.text(),
    version: p.bigint('number'),
  },
})
