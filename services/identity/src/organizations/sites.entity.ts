import { defineEntity } from '@mikro-orm/postgresql'

/** What identity keeps of sites: which there are, and whose. */
export const Site = defineEntity({
  name: 'Site',
  tableName: 'site',
  properties: (p) => ({
    id: p.text().primary(),
    organizationId: p.text(),
  }),
})
