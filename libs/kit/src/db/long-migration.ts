import { setTimeout } from 'node:timers/promises'
import { Migration } from '@mikro-orm/migrations'
import pg from 'pg'

const manyRows = 5000

interface BatchedUpdate {
  table: string
  key: string
  set: string
  where: string
  rowsInBatch?: number
}

/**
 * A migration that may take minutes while an earlier version goes on writing: it works outside of a transaction, in steps
 * that each hold locks for a moment. It may be killed between any two of them and runs again from its beginning, so each
 * step has to do nothing where it was done already. On a new database it is done in one transaction with all others.
 */
export abstract class LongMigration extends Migration {
  /** The time between two lines about the progress. */
  protected reportEveryMs = 10_000

  override isTransactional(): boolean {
    return this.isForNew()
  }

  /** True on a new database, whose migrations commit together: another connection sees no table yet, and nobody waits. */
  private isForNew(): boolean {
    return this.config.get('migrations').allOrNothing === true
  }

  private report(progress: string): void {
    this.config.get('logger')(`migration ${this.constructor.name} of the database: ${progress}`)
  }

  abstract override up(): Promise<void>

  /**
   * Updates the rows of a table in batches, in the order of its key. `set` and `where` are SQL, in which the table is `t`;
   * `where` leaves out rows that are done already. Rows that cost more than a moment have a smaller `rowsInBatch`.
   */
  protected async updateInBatches({ table, key, set, where, rowsInBatch = manyRows }: BatchedUpdate): Promise<void> {
    const [about] = await this.execute('select reltuples as rows from pg_class where oid = to_regclass(?)', [table])
    let last: unknown = null
    let rows = 0
    let reportedAt = performance.now()
    for (;;) {
      const [batch] = await this.execute(
        `with batch as (select ${key} as key from ${table} where (?::text is null or ${key} > ?) order by ${key} limit ${rowsInBatch}),
         updated as (update ${table} t set ${set} from batch where t.${key} = batch.key and (${where}))
         select (select key from batch order by key desc limit 1) as last, (select count(*)::int from batch) as count`,
        [last, last],
      )
      if (!batch?.count) return
      last = batch.last
      rows += batch.count
      if (performance.now() - reportedAt < this.reportEveryMs) continue
      reportedAt = performance.now()
      this.report(`${rows} rows of ${table} are done${about && about.rows > 0 ? `, of about ${about.rows}` : ''}`)
    }
  }

  /**
   * Builds an index beside those who write (`on` is what follows the name in `create index`). It waits for transactions
   * that are older than it, and nobody waits for it. What a killed build has left is removed first.
   */
  protected async indexConcurrently(name: string, on: string): Promise<void> {
    if (this.isForNew()) return void (await this.execute(`create index ${name} ${on}`))
    const client = new pg.Client({ connectionString: this.config.get('clientUrl') })
    await client.connect()
    try {
      const { rows } = await client.query(
        `select pg_backend_pid() as pid,
           (select not indisvalid from pg_index where indexrelid = to_regclass($1)) as is_half`,
        [name],
      )
      if (rows[0]?.is_half) await client.query(`drop index concurrently ${name}`)
      const built = client.query(`create index concurrently if not exists ${name} ${on}`)
      while (await isUnderWay(built, this.reportEveryMs)) await this.reportBuild(name, rows[0]?.pid)
      await built
    } finally {
      await client.end()
    }
  }

  /** Reports the progress of the index that the server's process `pid` builds. */
  private async reportBuild(name: string, pid: number): Promise<void> {
    const [row] = await this.execute(
      `select phase, blocks_done as done, blocks_total as total from pg_stat_progress_create_index where pid = ?`,
      [pid],
    )
    if (row) this.report(`index ${name}: ${row.phase}${row.total > 0 ? `, ${row.done} of ${row.total} blocks` : ''}`)
  }
}

/** True if the work is not over after this time. */
async function isUnderWay(work: Promise<unknown>, ms: number): Promise<boolean> {
  const ending = new AbortController()
  const isOver = () => false
  const late = setTimeout(ms, true, { signal: ending.signal }).catch(isOver)
  const isLate = await Promise.race([work.then(isOver, isOver), late])
  ending.abort()
  return isLate
}
