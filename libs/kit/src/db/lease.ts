import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely'
import { sql as raw } from 'kysely'
import type pg from 'pg'
import { nobodyWaits } from '../refusals.ts'

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** What `pg` tells of a connection but its types leave out. */
type Client = pg.PoolClient & { processID?: number; end?(): Promise<void> }

/** A connection of the pool for as long as one transaction, or one statement outside of any, has it. */
export class Lease implements DatabaseConnection {
  readonly #client: Client
  /** Milliseconds after which a server that does not answer is given up; undefined waits for ever. */
  readonly #answerMs: number | undefined
  #isRunning = false
  #isAbandoned = false
  #isBroken = false
  #isReleased = false
  #cancelling: Promise<void> | undefined

  constructor(client: Client, answerMs: number | undefined) {
    this.#client = client
    this.#answerMs = answerMs
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // Nobody waits for this request any more: its statements are not worth running.
    if (this.#isAbandoned) throw nobodyWaits()
    return this.run<Row>(sql, parameters)
  }

  /** Sends a statement. A server that does not answer in time, cut off or stopped, loses the connection. */
  async run<Row>(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult<Row>> {
    const patience = this.#answerMs && setTimeout(() => this.#hangUp(), this.#answerMs)
    this.#isRunning = true
    try {
      const { command, rowCount, rows } = await this.#client.query(sql, [...parameters])
      return { rows: rows ?? [], ...(changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    } finally {
      this.#isRunning = false
      clearTimeout(patience)
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; no query of ours streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Read in pages: streams hold a connection for as long as their reader likes.')
  }

  /** Refuses further statements and cancels the one under way, by a statement on `control`. */
  abandon(control: Kysely<never>): void {
    this.#isAbandoned = true
    if (!this.#isRunning || this.#isReleased || this.#client.processID === undefined) return
    this.#cancelling = raw`select pg_cancel_backend(${this.#client.processID})`.execute(control).then(
      () => undefined,
      // The statement's own time limit ends it then.
      () => undefined,
    )
  }

  /** A rollback that fails leaves a connection that nobody may use again; losing it rolls back as well. */
  async rollback(): Promise<void> {
    await this.#cancelling
    await this.run('rollback').catch(() => {
      this.#isBroken = true
    })
  }

  /** Gives the connection back, once; it never goes to somebody else while a cancellation may still hit it. */
  async release(): Promise<void> {
    if (this.#isReleased) return
    this.#isReleased = true
    await this.#cancelling
    this.#client.release(this.#isBroken)
  }

  #hangUp() {
    this.#isBroken = true
    void this.#client.end?.()
  }
}
