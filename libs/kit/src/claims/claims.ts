import { type Kysely, type RawBuilder, sql as raw } from 'kysely'
import { newId } from '../ids.ts'

/** What a row carries that processes take to work on. Its table also has `claimed_until timestamptz`, null at first. */
export interface ClaimedRow {
  id: string
  /** Names this taking: what the work writes holds only `where claim = …`, so that a process that lost it writes nothing. */
  claim: string
  /** How often the row was taken, this time included; a process that stops as it was told to does not count. */
  attempts: number
}

/** How processes take rows of one table, each row by one of them. Times are the database's. */
export interface Claims<Row extends ClaimedRow> {
  /** Takes the next row that waits; undefined: there is none. */
  take(): Promise<Row | undefined>
  /** Keeps it for another lease; false: another process has it, or its work was ended. */
  renew(row: Row): Promise<boolean>
  /** Gives it back: it is taken again after so many seconds at the earliest. */
  giveBack(row: Row, afterSeconds: number): Promise<void>
  /** Gives it back at once, as if it had not been taken. */
  undo(row: Row): Promise<void>
}

interface ClaimTerms {
  // biome-ignore lint/suspicious/noExplicitAny: the table is any that has the columns
  sql: () => Kysely<any>
  table: string
  /** Which rows wait: a condition that an index of the table serves, and that is false once the work is ended. */
  waiting: RawBuilder<unknown>
  /** A row whose process was killed is taken by another one after this. */
  leaseSeconds?: number
}

export function claimsOf<Row extends ClaimedRow>({ sql, table, waiting, leaseSeconds = 15 }: ClaimTerms): Claims<Row> {
  const rows = raw.table(table)
  const mine = ({ id, claim }: Row) => raw`id = ${id} and claim = ${claim}`
  const inSeconds = (seconds: number) => raw`now() + make_interval(secs => ${seconds})`
  return {
    async take() {
      const taken = await raw<Row>`
        update ${rows} set claim = ${newId()}, claimed_until = ${inSeconds(leaseSeconds)}, attempts = attempts + 1
        where id = (
          select id from ${rows} where ${waiting} and (claimed_until is null or claimed_until <= now())
          order by id limit 1 for no key update skip locked
        )
        returning *`.execute(sql())
      return taken.rows[0]
    },
    async renew(row) {
      const renewed = await raw`
        update ${rows} set claimed_until = ${inSeconds(leaseSeconds)} where ${mine(row)} and ${waiting}`.execute(sql())
      return renewed.numAffectedRows === 1n
    },
    async giveBack(row, afterSeconds) {
      await raw`update ${rows} set claim = null, claimed_until = ${inSeconds(afterSeconds)} where ${mine(row)}`.execute(
        sql(),
      )
    },
    async undo(row) {
      await raw`
        update ${rows} set claim = null, claimed_until = null, attempts = attempts - 1 where ${mine(row)}`.execute(
        sql(),
      )
    },
  }
}
