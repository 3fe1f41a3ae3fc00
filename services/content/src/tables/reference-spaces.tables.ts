import type { Generated } from 'kysely'

export interface ReferenceSpaceTables {
  /**
   * A space with pages of a specification, in its live content or in that of a change request. The row waits for the job
   * while it has marks: events after which the pages may be behind the specification.
   */
  reference_space: {
    id: string
    space_id: string
    /** The slug of the specification. */
    spec: string
    /** The person who inserted the pages; the author of the revisions that follow the specification. */
    created_by: string
    /** The account that the work counts for, and its origin (docs/adr/0029). */
    account: Generated<string>
    origin: Generated<string>
    marks: Generated<number>
    claim: string | null
    claimed_until: Date | null
    attempts: Generated<number>
  }
}
