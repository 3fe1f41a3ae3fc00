import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { openPostgresIndex, searchTables } from '../src/index.ts'
import { generatedPage, wordOf } from './generated-pages.ts'

type Database = Kysely<Record<never, never>>

const slice = 500
const organization = 'organization'
const space = 'space-0'
const revision = (at: number) => ({ revision: String(at), target: null, afterPage: null })

/**
 * Prints the costs of an index of generated pages in PostgreSQL, in elapsed milliseconds: a space that arrives in
 * slices, merges, the first search of a new process, and a change that another process finds. Needs TEST_POSTGRES_URL;
 * the argument is the number of pages.
 */
async function main(): Promise<void> {
  const pages = Number(process.argv[2] ?? 1000)
  await using db = await openDatabase()
  for (const statement of searchTables) await sql.raw(statement).execute(db)
  const open = () => openPostgresIndex({ db, memoryBytes: 2 ** 30 })
  const [writer, reader] = [open(), open()]
  let at = 0
  const put = (from: number, count: number) => {
    const changed = Array.from({ length: count }, (_, index) => generatedPage(from + index, 1))
    const spaces = [{ space, from: at === 0 ? undefined : revision(at), to: revision(++at), pages: changed }]
    return writer.apply({ organization, spaces })
  }
  const search = (index: typeof writer) => index.search({ organization, readable: [space], text: wordOf(900) })
  let merging = 0
  let applying = 0
  for (let from = 0; from < pages; from += slice) {
    applying += await passed(() => put(from, Math.min(slice, pages - from)))
    merging += await passed(() => writer.maintain(new AbortController().signal))
  }
  print(`${pages} pages: slices ${applying.toFixed(0)}, merges ${merging.toFixed(0)}`)
  const { rows } = await sql<object>`
    select jsonb_array_length(segments) as segments, pg_table_size('search_segment') as bytes from search_index`.execute(
    db,
  )
  print(JSON.stringify(rows[0]))
  print(`first search ${(await passed(() => search(reader))).toFixed(0)}, ${reader.memory.bytes} bytes in memory`)
  print(`next search ${(await passed(() => search(reader))).toFixed(1)}`)
  for (let change = 0; change < 5; change++) {
    const applied = await passed(() => put(change, 1))
    print(`change ${applied.toFixed(1)}, found by another ${(await passed(() => search(reader))).toFixed(1)}`)
  }
}

async function passed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const print = (line: string) => process.stdout.write(`${line}\n`)

await main()

/** Connects to the test server, in a new database that is dropped on disposal. */
async function openDatabase(): Promise<Database & AsyncDisposable> {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error('TEST_POSTGRES_URL must be the address of a PostgreSQL superuser')
  const name = `search_${randomUUID().replaceAll('-', '')}`
  const server = connect(url)
  await sql`create database ${sql.id(name)}`.execute(server)
  const own = new URL(url)
  own.pathname = `/${name}`
  const db = connect(own.href)
  return Object.assign(db, {
    async [Symbol.asyncDispose]() {
      // Closes the connections first: a connection that PostgreSQL cuts off would end with an unhandled error.
      await db.destroy()
      await sql`drop database ${sql.id(name)}`.execute(server)
      await server.destroy()
    },
  })
}

function connect(connectionString: string): Database {
  return new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 1 }) }) })
}
