import { defineEntity, p } from '@mikro-orm/postgresql'
import type { Site } from '@quire/contracts'

/** A docs site; every change raises `version`, and the event is made of what was returned. */
export const SiteEntity = defineEntity({
  name: 'Site',
  tableName: 'site',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    type: p.text().$type<Site['type']>(),
    title: p.text(),
    /** Unique among all sites: it is a part of the address. */
    basename: p.text().nullable(),
    visibility: p.text().$type<Site['visibility']>(),
    published: p.boolean(),
    agentsContext: p.text().$type<Site['agentsContext']>(),
    /** Null until it was set once. */
    adaptiveContent: p.boolean().nullable(),
    /** Of a site without sections; null where it has no spaces. */
    defaultSiteSpace: p.text().nullable(),
    /** Null where it has no sections. */
    defaultSection: p.text().nullable(),
    /** Host and path where people read the site through a proxy; unique among all sites. */
    proxy: p.text().nullable(),
    /** A host of its own that was verified, in lower case; unique among all sites. */
    hostname: p.text().nullable(),
    /** Raised where it loses readers: tokens of published content name the one that they were made in. */
    generation: p.bigint('number'),
    version: p.bigint('number'),
    createdAt: p.datetime(),
  },
})
