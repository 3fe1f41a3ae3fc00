import type { Generated } from 'kysely'

/** Counter marks of writers, and the memberships and teams that the counting job has derived from them. */
export interface CounterTables {
  counter_mark: { id: Generated<string>; kind: 'scope' | 'subject'; target: string }
  counter_due: { subject_id: string }
  /** A space whose counters have changed since they were last emitted. */
  space_counter_mark: { id: Generated<string>; space_id: string }
  /** Time of the last emission of space counters by any replica. The row also serves as a lock. */
  space_counter_turn: { one: Generated<boolean>; told_at: Date }
}
