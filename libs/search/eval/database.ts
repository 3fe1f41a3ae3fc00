import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { type Fields, type Source, vector } from '../src/index.ts'

type Database = Kysely<Record<never, never>>

/** A row to be indexed. */
export interface Row extends Fields {
  id: string
}

/** A connection to the server of the tests, in a database of its own that goes when it is disposed of. */
export async function openDatabase(): Promise<Database & AsyncDisposable> {
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
      // PostgreSQL waits for the connections to go; cut off, one would end with an error that nobody listens for.
      await db.destroy()
      await sql`drop database ${sql.id(name)}`.execute(server)
      await server.destroy()
    },
  })
}

function connect(connectionString: string): Database {
  return new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 1 }) }) })
}

/** A table of rows as a service would keep it. */
export async function indexRows(db: Database, table: string, rows: readonly Row[]): Promise<Source> {
  await sql`create table ${sql.table(table)} (
    space text not null, id text not null, title text not null, vector tsvector not null, primary key (space, id)
  )`.execute(db)
  for (let at = 0; at < rows.length; at += 200) {
    const values = rows
      .slice(at, at + 200)
      .map((row) => sql`('docs', ${row.id}, ${row.title}, ${vector(row)}::tsvector)`)
    await sql`insert into ${sql.table(table)} values ${sql.join(values)}`.execute(db)
  }
  await sql`create index on ${sql.table(table)} using gin (vector) with (fastupdate = off)`.execute(db)
  await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  return {
    from: sql.table(table),
    id: sql.ref(`${table}.id`),
    vector: sql.ref(`${table}.vector`),
    title: sql.ref(`${table}.title`),
    where: sql`${sql.ref(`${table}.space`)} = 'docs'`,
  }
}
