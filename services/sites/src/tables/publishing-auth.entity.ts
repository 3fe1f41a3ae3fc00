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
