import { defineEntity, p } from '@mikro-orm/postgresql'

/** People, as identity last published them; presented wherever somebody did something. */
export const PersonEntity = defineEntity({
  name: 'Person',
  tableName: 'person',
  properties: {
    id: p.text().primary(),
    displayName: p.text(),
    email: p.text(),
    photoUrl: p.text().nullable(),
    /** Equal for accounts that were created at the same address; null if that is not known. */
    origin: p.text().nullable(),
    /** True for a person whom the operator has disabled. */
    disabled: p.boolean().default(false),
  },
})

/** Sites: a space presents the visibility of its site, and the site decides what its visitors may see. */
export const SiteEntity = defineEntity({
  name: 'Site',
  tableName: 'site',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    visibility: p.text().$type<'public' | 'unlisted' | 'share-link' | 'visitor-auth' | 'members'>(),
    published: p.boolean(),
    address: p.text(),
    /** Tokens for the site's content that were issued in an earlier generation are no longer valid. */
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
    /**
     * The part of the space's address behind the site's; null if sites did not publish one: then `path` is that part.
     */
    address: p.text().nullable(),
    /** Conditions on claims that a visitor must meet to see the space. */
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
