import { defineEntity, p } from '@mikro-orm/postgresql'
import type { LevelOrInherit } from '@quire/access'

export const CollectionEntity = defineEntity({
  name: 'Collection',
  tableName: 'collection',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    parentId: p.text().nullable(),
    /** Among the spaces and collections beside it: a key of fractional-indexing. */
    position: p.text(),
    title: p.text(),
    description: p.text().nullable(),
    defaultLevel: p.text().$type<LevelOrInherit>(),
    version: p.bigint('number'),
    createdAt: p.datetime(),
    deletedAt: p.datetime().nullable(),
  },
})
