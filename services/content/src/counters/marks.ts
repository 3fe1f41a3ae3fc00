import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** What changed, as far as it decides how many spaces memberships and teams are granted. */
export interface Marks {
  /** Spaces and collections: whoever has a rule on one, or on a collection that is around it when it is counted. */
  scopes?: readonly (string | null)[]
  /** Memberships and teams, with the members of these. */
  subjects?: readonly string[]
}

/** A change in progress, of a request or of the projector. */
interface Changing {
  sql: Sql
  afterCommit: (work: () => void) => void
}

/** Has counters counted again once a change has committed (docs/adr/0031). */
export interface Counters {
  /**
   * Notes in the transaction of a change what it changed: a few rows, however many people and spaces that concerns.
   * What leaves a place marks the place; its own new surroundings are found when it is counted.
   */
  mark(changing: Changing, marks: Marks): Promise<void>
}

/** `wake` is called after each commit that left marks. */
export const countersWaking = (wake: () => void): Counters => ({
  async mark({ sql, afterCommit }, { scopes = [], subjects = [] }) {
    const rows = [...of('scope', scopes), ...of('subject', subjects)]
    if (rows.length === 0) return
    await raw`
      insert into counter_mark (kind, target)
      select * from unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ target }) => target)}::text[])`.execute(
      sql,
    )
    afterCommit(wake)
  },
})

const of = <Kind extends 'scope' | 'subject'>(kind: Kind, targets: readonly (string | null)[]) =>
  [...new Set(targets)].flatMap((target) => (target === null ? [] : [{ kind, target }]))
