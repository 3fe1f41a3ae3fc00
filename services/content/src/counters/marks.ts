import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** The parts of a change that may alter how many spaces memberships and teams are granted. */
interface Marks {
  /** Spaces and collections. Counted is whoever has a rule on one, or on a collection around it at that time. */
  scopes?: readonly (string | null)[]
  /** Memberships and teams; the members of these teams are counted too. */
  subjects?: readonly string[]
}

/** A change in progress, of a request or of the projector. */
interface ChangeContext {
  sql: Sql
  afterCommit: (work: () => void) => void
}

/** Has counters counted again once a change has committed (docs/adr/0031). */
export interface Counters {
  /**
   * Notes in the transaction of a change what it changed: a few rows, however many people and spaces are concerned. A
   * change that takes something out of a place marks that place; the new place is found when it is counted.
   */
  mark(changing: ChangeContext, marks: Marks): Promise<void>
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
