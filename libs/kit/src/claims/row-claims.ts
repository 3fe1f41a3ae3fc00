import { type Kysely, type RawBuilder, sql as raw } from 'kysely'
import { newId } from '../ids.ts'

/** A row that a process claims to work on it. Its table also has `claimed_until timestamptz`, null at first. */
export interface ClaimedRow {
  id: string
  /** The id of this claim. The work writes only `where claim = …`, so that a process that lost its claim writes nothing. */
  claim: string
  /** The number of claims so far, this one included, without those that ended because their process stopped in order. */
  attempts: number
}

/** Lets processes claim rows of one table, each row by one of them. Times are the database's. */
export interface Claims<Row extends ClaimedRow> {
  /** Claims the next row that waits; undefined if there is none. `busy` are the rows that the process works on. */
  take(busy?: readonly Row[]): Promise<Row | undefined>
  /** Renews the lease; false if another process has the row, or its work was ended. */
  renew(row: Row): Promise<boolean>
  /** Releases the row: it can be claimed again after `afterSeconds`. */
  release(row: Row, afterSeconds: number): Promise<void>
  /** Releases the row at once, as if it had never been claimed. */
  undo(row: Row): Promise<void>
}

interface ClaimTerms {
  // biome-ignore lint/suspicious/noExplicitAny: the table is any that has the columns
  sql: () => Kysely<any>
  table: string
  /** The condition of waiting rows: an index of the table serves it, and it is false once the work is ended. */
  waiting: RawBuilder<unknown>
  /** The duration of a lease: if a process is killed, another one can claim its row after it. */
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
    async release(row, afterSeconds) {
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
