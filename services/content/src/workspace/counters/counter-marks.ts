import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'

/** The parts of a change that may affect the number of spaces granted to memberships and teams. */
interface Marks {
  /** Spaces and collections. Every holder of a grant on one of them, or on an ancestor at that time, is counted. */
  scopes?: readonly (string | null)[]
  /** Memberships and teams. The members of these teams are counted too. */
  subjects?: readonly string[]
}

/** The context of a change by a request or by the projector. */
interface ChangeContext {
  sql: Sql
  afterCommit: (work: () => void) => void
}

/** Schedules the counting of counters after a change has committed (docs/adr/0010). */
export interface Counters {
  /**
   * Writes counter marks in the transaction of a change: a few rows, however many people and spaces it affects. A
   * change that moves something must mark its former parent; the new parent is found at counting.
   */
  mark(changing: ChangeContext, marks: Marks): Promise<void>
}

/** Creates counters that call `wake` after each commit with new marks. */
export const createCounters = (wake: () => void): Counters => ({
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
