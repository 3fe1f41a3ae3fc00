import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * A space on a site. The row outlives the deletion of the space, hidden, so that a restored space returns to its
 * position.
 */
export const SiteSpaceEntity = defineEntity({
  name: 'SiteSpace',
  tableName: 'site_space',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    siteId: p.text(),
    /** Null on a site without sections. */
    sectionId: p.text().nullable(),
    spaceId: p.text(),
    /** Unique in its section, or on a site without sections. */
    path: p.text(),
    /**
     * The part of the address after the site's; null while a change has not been emitted yet. Only `assignAddresses`
     * writes it.
     */
    address: p.text().nullable(),
    /** The condition of the section, copied by `assignAddresses`. */
    sectionCondition: p.text().nullable(),
    /** An expression that decides whether a visitor sees the space; null shows it to every visitor. */
    condition: p.text().nullable(),
    /** A key between those of its neighbours, which orders it among its siblings. */
    orderKey: p.text(),
    version: p.bigint('number'),
  },
})
