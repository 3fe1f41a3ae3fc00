import { defineEntity } from '@mikro-orm/postgresql'

/** A projected site with its organization. */
export const Site = defineEntity({
  name: 'Site',
  tableName: 'site',
  properties: (p) => ({
    id: p.text().primary(),
    organizationId: p.text(),
  }),
})
