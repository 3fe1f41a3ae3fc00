import { defineEntity, p } from '@mikro-orm/postgresql'

/** A section of a site, with spaces of its own. */
export const SiteSectionEntity = defineEntity({
  name: 'SiteSection',
  tableName: 'site_section',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    siteId: p.text(),
    /** Null at the top of the site. */
    groupId: p.text().nullable(),
    title: p.text(),
    description: p.text().nullable(),
    icon: p.text().nullable(),
    /** Unique on the site, wherever the section lies. */
    path: p.text(),
    /** An expression that decides whether a visitor sees the section; null shows it to every visitor. */
    condition: p.text().nullable(),
    /** Null if the section has no spaces. */
    defaultSiteSpace: p.text().nullable(),
    /** A key that orders the section among its siblings. */
    orderKey: p.text(),
  },
})

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
