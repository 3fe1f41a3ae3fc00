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
  override isTransactional(): boolean {
    return this.isForNew()
  }

  /** True on a new database, whose migrations commit together: another connection sees no table yet, and nobody waits. */
  private isForNew(): boolean {
    return this.config.get('migrations').allOrNothing === true
  }

  abstract override up(): Promise<void>

  /**
   * Updates the rows of a table in batches, in the order of its key. `set` and `where` are SQL, in which the table is `t`;
   * `where` leaves out rows that are done already. Rows that cost more than a moment have a smaller `rowsInBatch`. `after`
   * gets the number of rows that were looked at.
   */
  protected async updateInBatches(
    { table, key, set, where, rowsInBatch = manyRows }: BatchedUpdate,
    after: (rows: number) => void = () => undefined,
  ): Promise<void> {
    let last: unknown = null
    let rows = 0
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
      after(rows)
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
        'select not indisvalid as is_half from pg_index where indexrelid = to_regclass($1)',
        [name],
      )
      if (rows[0]?.is_half) await client.query(`drop index concurrently ${name}`)
      await client.query(`create index concurrently if not exists ${name} ${on}`)
    } finally {
      await client.end()
    }
  }
}
