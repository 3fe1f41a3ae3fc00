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
    /** Null: the first one. */
    defaultSiteSpace: p.text().nullable(),
    version: p.bigint('number'),
    createdAt: p.datetime(),
  },
})
