import { pipeline } from 'node:stream/promises'
import { newId, restoreMark } from '@quire/kit'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type DatabaseManifest, type Owner, tableEntry } from '../archive/manifest.ts'
import type { ArchiveReader } from '../archive/read-archive.ts'

interface Loading {
  owner: Owner
  archive: ArchiveReader
  report: (table: string, bytes: number) => void
  signal: AbortSignal
}

/**
 * Replaces all rows of a database, whose schema has the migrations of the backup, in one transaction. The database is a new
 * incarnation afterwards: its owner repeats its states, and reads those of the others again (docs/adr/0040).
 */
export async function loadDatabase(client: pg.Client, { owner, archive, report, signal }: Loading): Promise<void> {
  const database = archive.manifest.databases[owner]
  await client.query('begin')
  const references = await dropReferences(client)
  await client.query(`truncate ${database.tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`)
  await createPartitions(client, database)
  for (const { name, columns, bytes } of database.tables) {
    const table = pg.escapeIdentifier(name)
    // Triggers count what was counted before the backup.
    await client.query(`alter table ${table} disable trigger user`)
    const into = copyFrom(`copy ${table} (${columns.map(pg.escapeIdentifier).join(', ')}) from stdin`)
    await pipeline(await archive.open(tableEntry(owner, name)), client.query(into), { signal })
    await client.query(`alter table ${table} enable trigger user`)
    report(name, bytes)
  }
  for (const { name, value, isCalled } of database.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [pg.escapeIdentifier(name), value, isCalled])
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  await beginIncarnation(client)
  await client.query('commit')
  await client.query('analyze')
}

interface Reference {
  table: string
  name: string
  definition: string
}

/** Drops all foreign keys, so that tables can be filled in any order, and returns them. */
async function dropReferences(client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

async function createPartitions(client: pg.Client, { partitions }: DatabaseManifest): Promise<void> {
  for (const { name, parent, bound } of partitions) {
    const table = pg.escapeIdentifier(name)
    await client.query(`create table if not exists ${table} partition of ${pg.escapeIdentifier(parent)} ${bound}`)
  }
}

async function beginIncarnation(client: pg.Client): Promise<void> {
  await client.query(
    `update incarnation set lineage = '', started = '', stream = '', sequence = 0, owed = $1,
       epoch = greatest(epoch + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)`,
    [newId()],
  )
  await client.query(`update projector_position set stream = ''`)
}

/** Drops whatever a service made in its database, except the mark of the restore. */
export async function dropEverything(client: pg.Client): Promise<void> {
  await client.query(`
    do $$
    declare one record;
    begin
      for one in
        select oid::regclass as name, case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end as kind
        from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S') and not relispartition
          and relname <> '${restoreMark}'
          and not exists (
            select from pg_depend
            where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i', 'e')
              and refobjid <> objid
          )
      loop
        execute format('drop %s if exists %s cascade', one.kind, one.name);
      end loop;
      for one in
        select oid::regprocedure as name from pg_proc
        where pronamespace = 'public'::regnamespace
          and not exists (
            select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'
          )
      loop
        execute format('drop routine if exists %s cascade', one.name);
      end loop;
    end $$`)
}
