import { setTimeout as delay } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely'
import { sql as raw } from 'kysely'
import type pg from 'pg'
import { callerDisconnected } from '../refusals.ts'
import { activeSpan, endingSpan } from '../tracing/active-span.ts'
import { attributesOfStatement, nameOfStatement } from '../tracing/statements.ts'
import { isReadOnly } from './outage.ts'

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** The first and the longest wait between two cancellations of one statement. */
const cancelAgainMs = { first: 50, longest: 1000 }

/** A connection with the members that `pg` has but its types leave out. */
type Client = pg.PoolClient & { processID?: number; end?(): Promise<void> }

/** A connection of the pool for as long as one transaction, or one statement outside of any, has it. */
export class Lease implements DatabaseConnection {
  readonly #client: Client
  /** The timeout for an answer of the server; undefined waits for ever. */
  #answerMs: number | undefined
  /** The statement under way. */
  #running: Promise<unknown> | undefined
  #isAbandoned = false
  #isBroken = false
  #isReleased = false
  #cancelling: Promise<void> | undefined

  constructor(client: Client, answerMs: number | undefined) {
    this.#client = client
    this.#answerMs = answerMs
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // The caller disconnected, so further statements of this request are useless.
    if (this.#isAbandoned) throw callerDisconnected()
    return this.run<Row>(sql, parameters)
  }

  /** Sends a statement. A server that does not answer in time, cut off or stopped, loses the connection. */
  run<Row>(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult<Row>> {
    const recorded = activeSpan()
    const span = recorded?.child(nameOfStatement(sql), 'client', attributesOfStatement(sql, parameters))
    return span ? endingSpan(span, () => this.#send<Row>(sql, parameters)) : this.#send<Row>(sql, parameters)
  }

  /** Does `work`, whose statements may take `timeoutMs` longer than the server has for an answer otherwise. */
  async waitingLonger<Result>(timeoutMs: number, work: () => Promise<Result>): Promise<Result> {
    const before = this.#answerMs
    this.#answerMs = before && before + timeoutMs
    try {
      return await work()
    } finally {
      this.#answerMs = before
    }
  }

  async #send<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    const timer = this.#answerMs && setTimeout(() => this.#disconnect(), this.#answerMs)
    try {
      const running = this.#client.query(sql, [...parameters])
      this.#running = running
      const { command, rowCount, rows } = await running
      return { rows: rows ?? [], ...(changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    } catch (error) {
      // A session that was begun with a server or a setting that takes no writes may go on refusing them: a new one is asked.
      if (isReadOnly(error)) this.#isBroken = true
      throw error
    } finally {
      this.#running = undefined
      clearTimeout(timer)
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; no query of ours streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Read in pages: streams hold a connection for as long as their reader likes.')
  }

  /** Refuses further statements and cancels the one under way, by a statement on `control`. */
  abandon(control: Kysely<never>): void {
    this.#isAbandoned = true
    if (!this.#running || this.#isReleased || this.#client.processID === undefined) return
    this.#cancelling = this.#cancel(control, this.#running)
  }

  /** Repeats the cancellation until the statement has ended: the server ignores one that arrives before the statement. */
  async #cancel(control: Kysely<never>, statement: Promise<unknown>): Promise<void> {
    let isRunning = true
    const end = () => {
      isRunning = false
    }
    const ended = statement.then(end, end)
    for (let waitMs = cancelAgainMs.first; isRunning; waitMs = Math.min(2 * waitMs, cancelAgainMs.longest)) {
      try {
        await raw`select pg_cancel_backend(${this.#client.processID})`.execute(control)
      } catch {
        // The statement's own time limit ends it then.
        return
      }
      await Promise.race([ended, delay(waitMs, undefined, { ref: false })])
    }
  }

  /** A rollback that fails leaves a connection that nobody may use again; losing it rolls back as well. */
  async rollback(): Promise<void> {
    await this.#cancelling
    await this.run('rollback').catch(() => {
      this.#isBroken = true
    })
  }

  /** Releases the connection, once; the pool never lends it again while a cancellation may still hit it. */
  async release(): Promise<void> {
    if (this.#isReleased) return
    this.#isReleased = true
    await this.#cancelling
    this.#client.release(this.#isBroken)
  }

  #disconnect() {
    this.#isBroken = true
    void this.#client.end?.()
  }
}
