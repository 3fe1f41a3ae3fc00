import { defineEntity, p } from '@mikro-orm/postgresql'
import type { Generated } from 'kysely'

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

/** Counter marks of writers, and the memberships and teams that the counting job has derived from them. */
export interface CounterTables {
  counter_mark: { id: Generated<string>; kind: 'scope' | 'subject'; target: string }
  counter_due: { subject_id: string }
  /** A space whose counters have changed since they were last emitted. */
  space_counter_mark: { id: Generated<string>; space_id: string }
  /** Time of the last emission of space counters by any replica. The row also serves as a lock. */
  space_counter_turn: { one: Generated<boolean>; told_at: Date }
}
