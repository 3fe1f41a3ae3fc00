import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { PageVersion } from '../segment/page-version.ts'
import { openPostgresIndex } from './postgres-index.ts'
import type { IndexedState, SearchIndex, SpaceChange } from './search-index.ts'
import { mergeLeases, searchTables } from './tables.ts'

type Database = Kysely<Record<never, never>>

/** Opens a new database with the tables of an index; `close` drops it. */
export async function openStore() {
  const { TEST_POSTGRES_URL } = process.env
  if (!TEST_POSTGRES_URL) throw new Error('TEST_POSTGRES_URL is not set')
  const name = `search_store_${randomUUID().replaceAll('-', '')}`
  await administer(TEST_POSTGRES_URL, `create database ${name}`)
  const url = new URL(TEST_POSTGRES_URL)
  url.pathname = `/${name}`
  const db = connect(new pg.Pool({ connectionString: url.href, max: 6 }))
  await sql`create table incarnation (epoch bigint not null)`.execute(db)
  await sql`insert into incarnation values (0)`.execute(db)
  for (const statement of [...searchTables, ...mergeLeases]) await sql.raw(statement).execute(db)
  return {
    db,
    url: url.href,
    async close() {
      // Closes the connections first: a connection that PostgreSQL cuts off would end with an unhandled error.
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

const connect = (pool: pg.Pool): Database => new Kysely({ dialect: new PostgresDialect({ pool }) })

/** Opens a database that fails as if its process were killed just before statement number `dies`, from 1 on. */
export async function dyingDatabase(url: string, dies: number) {
  let sent = 0
  const clients: pg.Client[] = []
  const pool = {
    async connect() {
      const client = new pg.Client({ connectionString: url })
      clients.push(client)
      await client.connect()
      return {
        async query(...given: Parameters<pg.Client['query']>) {
          sent++
          if (sent === dies) for (const other of clients) await other.end()
          if (sent >= dies) throw new Error('killed')
          return client.query(...given)
        },
        release: () => undefined,
      }
    },
    async end() {
      if (sent < dies) for (const client of clients) await client.end()
    },
  }
  const db: Database = new Kysely({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
  return { db, died: () => sent >= dies, close: () => pool.end() }
}

export const openIndex = (db: Database, memoryBytes = 2 ** 20) => openPostgresIndex({ db, memoryBytes })

export const newOrganization = () => randomUUID()

export const atRevision = (revision: string): IndexedState => ({ revision, target: null, afterPage: null })

/** A page with these words as its text; a deleted page if there are none. */
export const page = (id: string, words?: string): Omit<PageVersion, 'space'> => ({
  id,
  ...(words !== undefined && {
    text: { title: id, sections: [{ title: '', text: words }], document: id, links: [`/pages/${words.length}`] },
  }),
})

/** A change of a space from one revision to another. */
export const change = (
  space: string,
  [from, to]: [from: string | undefined, to: string],
  ...pages: SpaceChange['pages']
): SpaceChange => ({ space, ...(from !== undefined && { from: atRevision(from) }), to: atRevision(to), pages })

/** Returns the ids of the found pages of these spaces. */
export async function find(index: SearchIndex, organization: string, text: string, readable = ['space']) {
  const { pages } = await index.search({ organization, readable, text })
  return pages.map(({ id }) => id).toSorted()
}

/** Wraps a database to count its statements. */
export function countingDatabase(db: Database): { db: Database; statements(): number } {
  let statements = 0
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db: counting, statements: () => statements }
}
