import { defineEntity, p } from '@mikro-orm/postgresql'

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
