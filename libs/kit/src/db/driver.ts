import { type Driver, PostgresDialect, type TransactionSettings } from 'kysely'
import type pg from 'pg'
import { Lease } from './lease.ts'

/**
 * A Kysely driver for PostgreSQL that returns every connection to its pool. With Kysely's own driver, a connection that
 * dies in a transaction begun by `startTransaction` is never released, because its rollback fails.
 */
class ReturningDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #answerMs: number | undefined

  constructor(pool: pg.Pool, answerMs: number | undefined) {
    this.#pool = pool
    this.#answerMs = answerMs
  }

  async init() {}

  async acquireConnection(): Promise<Lease> {
    return new Lease(await this.#pool.connect(), this.#answerMs)
  }

  async beginTransaction(lease: Lease, { isolationLevel, accessMode }: TransactionSettings) {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    try {
      await lease.run(`begin${level}${accessMode ? ` ${accessMode}` : ''}`)
    } catch (error) {
      await lease.release()
      throw error
    }
  }

  async commitTransaction(lease: Lease) {
    await lease.run('commit')
  }

  rollbackTransaction(lease: Lease) {
    return lease.rollback()
  }

  releaseConnection(lease: Lease) {
    return lease.release()
  }

  destroy() {
    return this.#pool.end()
  }
}

/** A server that does not answer for `answerMs` counts as unreachable. */
export class ReturningDialect extends PostgresDialect {
  readonly #driver: () => ReturningDriver

  constructor(pool: pg.Pool, answerMs: number | undefined) {
    super({ pool })
    this.#driver = () => new ReturningDriver(pool, answerMs)
  }

  override createDriver() {
    return this.#driver()
  }
}
