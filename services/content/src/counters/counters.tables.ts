import type { Generated } from 'kysely'

/** What is left to count: marks that writers leave, and the memberships and teams that the job made of them. */
export interface CounterTables {
  counter_mark: { id: Generated<string>; kind: 'scope' | 'subject'; target: string }
  counter_due: { subject_id: string }
}
