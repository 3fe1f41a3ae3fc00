import type { Generated } from 'kysely'

/** What is left to count: marks that writers leave, and the memberships and teams that the job made of them. */
export interface CounterTables {
  counter_mark: { id: Generated<string>; kind: 'scope' | 'subject'; target: string }
  counter_due: { subject_id: string }
  /** A space whose counters changed since they were told. */
  space_counter_mark: { id: Generated<string>; space_id: string }
  /** When counters of spaces were told last, by any replica; the row is a lock as well. */
  space_counter_turn: { one: Generated<boolean>; told_at: Date }
}
