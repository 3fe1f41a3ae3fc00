import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * The number of spaces granted to a membership or team, directly or through a collection; deleted spaces do not count.
 */
export const GrantedSpacesEntity = defineEntity({
  name: 'GrantedSpaces',
  tableName: 'granted_spaces',
  properties: {
    subjectId: p.text().primary(),
    subjectKind: p.text().$type<'member' | 'team'>(),
    organizationId: p.text(),
    spaces: p.integer(),
    version: p.bigint('number'),
  },
})
