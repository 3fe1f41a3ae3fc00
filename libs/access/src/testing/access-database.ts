import { newId } from '@quire/kit'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import {
  accessIndexes,
  contentAccessTables,
  deletedCollections,
  memberTables,
  peopleIndexes,
} from '../migration-statements.ts'
import type { ProjectedAccessTables } from '../tables.ts'

/** Creates a separate database with the access tables of sites and ai; `close` drops it. */
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
      // Connections end before the drop: one that PostgreSQL terminated would emit an error without a listener.
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
