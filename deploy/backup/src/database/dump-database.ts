import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type DatabaseManifest, type Owner, tableEntry } from '../archive/manifest.ts'
import type { ArchiveWriter } from '../archive/write-archive.ts'
import { readShape, type Shape } from './read-shape.ts'

/** One moment of a database, which is read while others write. */
export interface Snapshot extends AsyncDisposable {
  /** Writes all rows of that moment, and returns what was written. */
  dump(archive: ArchiveWriter, report: (table: string, bytes: number) => void): Promise<DatabaseManifest>
  /** Returns the rows of a statement at that moment. */
  read<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>
  /** Like `read`, in parts, for more rows than memory should hold; one statement at a time. */
  readInParts<Row extends pg.QueryResultRow>(statement: string): AsyncIterable<Row[]>
}

const rowsAtOnce = 5000

/** Begins to read a database; the moment is now, however long the reading takes. */
export async function openSnapshot(owner: Owner, databaseUrl: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'backup', keepAlive: true })
  // A connection that ends fails the statement on it.
  client.on('error', () => undefined)
  await client.connect()
  // The snapshot is that of the first statement.
  await client.query('begin isolation level repeatable read, read only')
  const shape = await readShape(client)
  if (shape.migrations.length === 0)
    throw new Error(`The database of ${owner} is empty: start Quire once, then save it.`)
  return {
    async dump(archive, report) {
      const tables: DatabaseManifest['tables'] = []
      for (const table of shape.tables) {
        const written = await dumpTable(client, archive, { owner, table })
        tables.push({ ...table, ...written })
        report(table.name, written.bytes)
      }
      return { ...shape, tables }
    },
    read: async <Row extends pg.QueryResultRow>(statement: string) => (await client.query<Row>(statement)).rows,
    async *readInParts<Row extends pg.QueryResultRow>(statement: string) {
      await client.query(`declare part no scroll cursor for ${statement}`)
      for (;;) {
        const { rows } = await client.query<Row>(`fetch ${rowsAtOnce} from part`)
        if (rows.length === 0) break
        yield rows
      }
      await client.query('close part')
    },
    async [Symbol.asyncDispose]() {
      await client.end()
    },
  }
}

async function dumpTable(
  client: pg.Client,
  archive: ArchiveWriter,
  { owner, table }: { owner: Owner; table: Shape['tables'][number] },
) {
  const columns = table.columns.map(pg.escapeIdentifier).join(', ')
  const rows = client.query(copyTo(`copy (select ${columns} from ${pg.escapeIdentifier(table.name)}) to stdout`))
  const written = await archive.add(tableEntry(owner, table.name), rows, { isCompressed: false })
  return { ...written, rows: rows.rowCount }
}
