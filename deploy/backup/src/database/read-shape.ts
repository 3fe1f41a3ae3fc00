import { migrationsIn, restoreMark } from '@quire/kit'
import type pg from 'pg'
import type { DatabaseManifest } from '../archive/manifest.ts'

/** A database as a backup describes it, before its rows are read. */
export type Shape = Omit<DatabaseManifest, 'tables'> & { tables: { name: string; columns: string[] }[] }

/** Reads the tables, partitions and sequences of a database, as the snapshot of the client's transaction has them. */
export async function readShape(client: pg.Client): Promise<Shape> {
  const migrations = [...(await migrationsIn(client))]
  const { rows: tables } = await client.query<Shape['tables'][number]>(
    `select relname as name,
       array(
         select attname::text from pg_attribute
         where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
       ) as columns
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> $1
     order by relname`,
    [restoreMark],
  )
  const { rows: partitions } = await client.query<Shape['partitions'][number]>(
    `select child.relname as name, parent.relname as parent, pg_get_expr(child.relpartbound, child.oid) as bound
     from pg_class child join pg_inherits on inhrelid = child.oid join pg_class parent on parent.oid = inhparent
     where child.relnamespace = 'public'::regnamespace and child.relispartition and child.relkind = 'r'
     order by child.relname`,
  )
  const { rows: sequences } = await client.query<Shape['sequences'][number]>(
    `select sequencename as name, coalesce(last_value, start_value)::text as value, last_value is not null as "isCalled"
     from pg_sequences where schemaname = 'public' order by sequencename`,
  )
  return { migrations, tables, partitions, sequences }
}
