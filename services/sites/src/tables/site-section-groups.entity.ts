import { defineEntity, p } from '@mikro-orm/postgresql'

/** A group of sections and of further groups. */
export const SiteSectionGroupEntity = defineEntity({
  name: 'SiteSectionGroup',
  tableName: 'site_section_group',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    siteId: p.text(),
    /** Null at the top of the site. */
    parentId: p.text().nullable(),
    title: p.text(),
    icon: p.text().nullable(),
    /** A key that orders the group among its siblings. */
    orderKey: p.text(),
  },
})
