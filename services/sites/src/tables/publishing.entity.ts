import { defineEntity, p } from '@mikro-orm/postgresql'

/** The settings by which visitors of a site prove who they are; created on first use. */
export const PublishingAuthEntity = defineEntity({
  name: 'PublishingAuth',
  tableName: 'publishing_auth',
  properties: {
    siteId: p.text().primary(),
    /** The key that signs visitors' tokens. */
    sealedKey: p.text(),
    /** The address that visitors without a valid token are sent to. */
    fallbackUrl: p.text().nullable(),
    logoutUrl: p.text().nullable(),
  },
})

/** A secret address of a site. The key is stored sealed, and found by its hash. */
export const ShareLinkEntity = defineEntity({
  name: 'ShareLink',
  tableName: 'share_link',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    siteId: p.text(),
    name: p.text(),
    active: p.boolean(),
    keyHash: p.text(),
    sealedKey: p.text(),
    version: p.bigint('number'),
    createdAt: p.datetime(),
  },
})
