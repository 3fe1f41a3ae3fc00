import { defineEntity, p } from '@mikro-orm/postgresql'

/** How many live spaces a membership or team is granted, directly or through a collection. */
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
