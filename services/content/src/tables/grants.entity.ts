import { defineEntity, p } from '@mikro-orm/postgresql'
import type { Level } from '@quire/access'

/** A grant on a space or collection. It names a membership, not a person, so a new membership starts without grants. */
export const GrantEntity = defineEntity({
  name: 'AccessGrant',
  tableName: 'access_grant',
  properties: {
    scopeId: p.text().primary(),
    subjectId: p.text().primary(),
    scopeKind: p.text().$type<'space' | 'collection'>(),
    subjectKind: p.text().$type<'member' | 'team'>(),
    organizationId: p.text(),
    role: p.text().$type<Level>(),
    version: p.bigint('number'),
    createdAt: p.datetime(),
  },
})

/** Tables without an entity: by organization, the last version that a grant there was given. */
export interface GrantTables {
  grant_version: { organization_id: string; version: number }
}
