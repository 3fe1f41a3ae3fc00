import { type MigrationClass, migrate, newId, openDatabase } from '@quire/kit'
import { type Kysely, sql } from 'kysely'
import { Content0009 } from '../migrations/0009-imports.ts'
import type { DueTables } from './due.ts'
import { putRows } from './indexing.ts'
import { PageIndex0001 } from './page-index-migration.ts'
import { type IndexedPage, rowOf } from './rows.ts'

/** A database of its own with the page index, dropped by `close`. */
export async function openIndex() {
  const { TEST_POSTGRES_URL: serverUrl = '' } = process.env
  const name = `page_index_${newId().toLowerCase()}`
  const server = await connect(serverUrl, [])
  await sql`create database ${sql.id(name)}`.execute(server.sql)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const index = await connect(url.href, [PageIndex0001, Content0009])
  return {
    sql: index.sql,
    async close() {
      await index.database.close()
      await sql`drop database ${sql.id(name)}`.execute(server.sql)
      await server.database.close()
    },
  }
}

async function connect(DATABASE_URL: string, migrations: MigrationClass[]) {
  if (migrations.length > 0) await migrate({ DATABASE_URL }, { migrations })
  const database = await openDatabase({ DATABASE_URL }, { entities: [] })
  return { database, sql: database.em.fork().getKysely() as unknown as Kysely<DueTables> }
}

/** Makes pages due, and indexes them. */
export async function indexPages(
  sql: Kysely<DueTables>,
  spaceId: string,
  pages: readonly IndexedPage[],
): Promise<void> {
  const due = pages.map(({ id }) => ({
    space_id: spaceId,
    page_id: id,
    revision: 'r',
    page: '{}' as never,
    due_at: new Date(),
    taken_at: null,
  }))
  if (due.length > 0) await sql.insertInto('page_index_due').values(due).execute()
  await putRows(
    sql,
    spaceId,
    pages.map((page) => ({ ...rowOf(page), revision: 'r' })),
  )
}
