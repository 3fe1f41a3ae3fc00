import { newId } from '@quire/kit'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { accessIndexes, contentAccessTables, deletedCollections, memberTables, peopleIndexes } from '../migrations.ts'
import type { ProjectedAccessTables } from '../tables.ts'

/** A database of its own with the access tables as sites and ai have them, dropped by `close`. */
export async function createAccessDatabase() {
  const { TEST_POSTGRES_URL } = process.env
  if (!TEST_POSTGRES_URL) throw new Error('TEST_POSTGRES_URL is not set')
  const name = `access_${newId().toLowerCase()}`
  await administer(TEST_POSTGRES_URL, `create database ${name}`)
  const url = new URL(TEST_POSTGRES_URL)
  url.pathname = `/${name}`
  const pool = new pg.Pool({ connectionString: url.href, max: 4 })
  const db = new Kysely<ProjectedAccessTables>({ dialect: new PostgresDialect({ pool }) })
  const indexes = [...accessIndexes, ...peopleIndexes]
  for (const statement of [...memberTables, ...contentAccessTables, ...deletedCollections, ...indexes]) {
    await sql.raw(statement).execute(db)
  }
  return {
    db,
    async close() {
      // PostgreSQL waits for the connections to go; cut off, one would end with an error that nobody listens for.
      await db.destroy()
      await administer(TEST_POSTGRES_URL, `drop database ${name}`)
    },
  }
}

async function administer(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
}
