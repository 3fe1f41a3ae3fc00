import { defineEntity, p } from '@mikro-orm/postgresql'
import type { Site } from '@quire/contracts'

/** A docs site. Every change raises `version`, and the event is made of the returned row. */
export const SiteEntity = defineEntity({
  name: 'Site',
  tableName: 'site',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    type: p.text().$type<Site['type']>(),
    title: p.text(),
    /** Part of the address; unique among all sites. */
    basename: p.text().nullable(),
    visibility: p.text().$type<Site['visibility']>(),
    published: p.boolean(),
    agentsContext: p.text().$type<Site['agentsContext']>(),
    /** Null until it was set once. */
    adaptiveContent: p.boolean().nullable(),
    /** The default of a site without sections; null if it has no spaces. */
    defaultSiteSpace: p.text().nullable(),
    /** Null if the site has no sections. */
    defaultSection: p.text().nullable(),
    /** Host and path of a proxy through which the site is read, once DNS has proved the host; unique among all sites. */
    proxy: p.text().nullable(),
    /** The custom hostname that was verified, in lower case; unique among all sites. */
    hostname: p.text().nullable(),
    /** Raised when the site loses visitors. A token of published content holds the generation that it was issued in. */
    generation: p.bigint('number'),
    version: p.bigint('number'),
    createdAt: p.datetime(),
  },
})
