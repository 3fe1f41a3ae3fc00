import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../../src/database.ts'

/**
 * Installs triggers that count the rows which transactions insert, update and delete, in every table, including those
 * of the kit. The returned function reads the counts of the transaction that wrote a revision.
 */
export async function countWrites(sql: Kysely<Tables>) {
  await raw`create table written (transaction xid8, name text, operation text)`.execute(sql)
  await raw`
    create function note_write() returns trigger language plpgsql as $$
    begin
      insert into written values (pg_current_xact_id(), tg_table_name, tg_op);
      return null;
    end $$`.execute(sql)
  const { rows } = await raw<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'written'`.execute(sql)
  for (const { name } of rows)
    await raw`
      create trigger note_write after insert or update or delete on ${raw.id(name)}
      for each row execute function note_write()`.execute(sql)

  /** Counts the rows, by table, that the transaction of a revision wrote. */
  return async function writtenWith(revision: string): Promise<Record<string, number>> {
    const counted = await raw<{ name: string; count: string }>`
      select name, count(*) from written
      where (transaction::text::bigint % (1::bigint << 32))::text =
        (select xmin::text from revision where id = ${revision})
      group by name`.execute(sql)
    return Object.fromEntries(counted.rows.map(({ name, count }) => [name, Number(count)]))
  }
}
