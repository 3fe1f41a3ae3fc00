import { defineEntity, p } from '@mikro-orm/postgresql'

/** People as identity last told of them; shown wherever someone did something. */
export const PersonEntity = defineEntity({
  name: 'Person',
  tableName: 'person',
  properties: {
    id: p.text().primary(),
    displayName: p.text(),
    email: p.text(),
    photoUrl: p.text().nullable(),
  },
})

/** Sites as far as a space shows them, since its visibility is the site's, and as they decide what their readers see. */
export const SiteEntity = defineEntity({
  name: 'Site',
  tableName: 'site',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    visibility: p.text().$type<'public' | 'unlisted' | 'share-link' | 'visitor-auth'>(),
    published: p.boolean(),
    address: p.text(),
    /** Tokens of its published content that were made in an earlier one have ended. */
    generation: p.bigint('number'),
  },
})

export const SiteSpaceEntity = defineEntity({
  name: 'SiteSpace',
  tableName: 'site_space',
  properties: {
    id: p.text().primary(),
    siteId: p.text(),
    spaceId: p.text(),
    path: p.text(),
    /** Its part of its address behind the site's; null where it was not told, and the path is that part. */
    address: p.text().nullable(),
    /** What must hold for a visitor to see it. */
    conditions: p.json<string[]>(),
  },
})

/** The secret addresses of sites, without their keys. */
export const ShareLinkEntity = defineEntity({
  name: 'ShareLink',
  tableName: 'share_link',
  properties: {
    id: p.text().primary(),
    siteId: p.text(),
    keyHash: p.text(),
    active: p.boolean(),
  },
})
