import { defineEntity, p } from '@mikro-orm/postgresql'

/** A space on a site. It outlives the space's deletion, hidden, so that a restored space is back where it was. */
export const SiteSpaceEntity = defineEntity({
  name: 'SiteSpace',
  tableName: 'site_space',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    siteId: p.text(),
    /** Null where the site has no sections. */
    sectionId: p.text().nullable(),
    spaceId: p.text(),
    /** Unique in its section, or on a site without sections. */
    path: p.text(),
    /** Its part of its address behind the site's; null where a change has not been told yet. Only `settle` writes it. */
    address: p.text().nullable(),
    /** The condition of its section, kept by `settle`. */
    sectionCondition: p.text().nullable(),
    /** An expression that decides whether a visitor is shown it; null: every visitor is. */
    condition: p.text().nullable(),
    /** Its place among the others beside it, by a key between its neighbours'. */
    orderKey: p.text(),
    version: p.bigint('number'),
  },
})
