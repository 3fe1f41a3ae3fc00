import { migrate, newId, openDatabase } from '@quire/kit'
import { type Kysely, sql } from 'kysely'
import { PageIndex0001 } from './page-index.migration.ts'
import type { PageIndexTables } from './page-index.ts'

/** A database of its own with the page index, dropped by `close`. */
export async function openIndex() {
  const { TEST_POSTGRES_URL: serverUrl = '' } = process.env
  const name = `page_index_${newId().toLowerCase()}`
  const server = await connect(serverUrl, [])
  await sql`create database ${sql.id(name)}`.execute(server.sql)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const index = await connect(url.href, [PageIndex0001])
  return {
    sql: index.sql,
    async close() {
      await index.database.close()
      await sql`drop database ${sql.id(name)}`.execute(server.sql)
      await server.database.close()
    },
  }
}

async function connect(DATABASE_URL: string, migrations: [] | [typeof PageIndex0001]) {
  if (migrations.length > 0) await migrate({ DATABASE_URL }, { migrations })
  const database = await openDatabase({ DATABASE_URL }, { entities: [] })
  return { database, sql: database.em.fork().getKysely() as unknown as Kysely<PageIndexTables> }
}
