import { defineEntity, p } from '@mikro-orm/postgresql'

/** How the visitors of a site prove who they are; made when it is first asked for. */
export const PublishingAuthEntity = defineEntity({
  name: 'PublishingAuth',
  tableName: 'publishing_auth',
  properties: {
    siteId: p.text().primary(),
    /** Signs visitors' tokens. */
    sealedKey: p.text(),
    /** Where visitors go who have no valid token. */
    fallbackUrl: p.text().nullable(),
    logoutUrl: p.text().nullable(),
  },
})
