import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

type Database = Kysely<Record<never, never>>

/** Connects to the test server, in a new database that is dropped on disposal. */
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
