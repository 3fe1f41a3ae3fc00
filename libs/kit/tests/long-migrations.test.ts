import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Migration } from '@mikro-orm/migrations'
import { createDatabase, dropDatabase, testBackends } from '@quire/embedded'
import pg from 'pg'
import { LongMigration, type MigrationClass, migrate, newId } from '../src/index.ts'

class Things0001 extends Migration {
  override up(): void {
    this.addSql('create table thing (id bigint primary key, title text, length int)')
  }
}

/** Adds a column, as the version after it needs it. */
class Kind0002 extends Migration {
  override up(): void {
    this.addSql('alter table thing add column kind text')
  }
}

/** Fills a column and builds an index over it; reports each batch. */
class Lengths0003 extends LongMigration {
  override reportEveryMs = 0

  override async up(): Promise<void> {
    const lengths = { table: 'thing', key: 'id', set: 'length = length(t.title)', where: 't.length is null' }
    await this.updateInBatches(lengths)
    await this.indexConcurrently('thing_length', 'on thing (length)')
  }
}

const { postgresUrl } = testBackends()
const name = `long_${newId().toLowerCase()}`
/** Take 1,000,000 to see what a large installation sees. */
const rows = Number(process.env.MIGRATION_ROWS ?? 12_000)
let DATABASE_URL: string
const open: pg.Client[] = []

const connected = async () => {
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  open.push(client)
  return client
}
const migrateTo = (migrations: MigrationClass[], report?: (line: string) => void) =>
  migrate({ DATABASE_URL }, { migrations }, report)

beforeAll(async () => {
  DATABASE_URL = await createDatabase(postgresUrl, { name, password: 'long' })
  await migrateTo([Things0001])
  await (await connected()).query(`insert into thing select n, 'title ' || n from generate_series(1, ${rows}) n`)
})
afterAll(async () => {
  await Promise.all(open.map((client) => client.end()))
  await dropDatabase(postgresUrl, name)
})

test('a migration whose table is in use lets others go first, says so, and goes on once the table is free', async () => {
  const [reader, writer] = [await connected(), await connected()]
  await reader.query('begin')
  await reader.query('select from thing limit 1')
  await writer.query(`set lock_timeout = '5s'`)
  const lines: string[] = []
  const left = Promise.withResolvers<void>()
  const migrated = migrateTo([Things0001, Kind0002], (line) => {
    lines.push(line)
    if (line.includes('waits')) left.resolve()
  })
  await left.promise
  await writer.query(`update thing set title = 'written meanwhile' where id = 1`)
  await reader.query('commit')
  await migrated
  expect(lines.at(-1)).toMatch(/Kind0002 .*is done/)
  expect((await writer.query('select kind from thing where id = 1')).rows).toEqual([{ kind: null }])
})

test('a long migration works in batches between which others write, and one that was interrupted does the rest', async () => {
  const all = [Things0001, Kind0002, Lengths0003]
  const batchIn = (line: string) => /Lengths0003 .*: (\d+) rows of thing are done/.exec(line)?.[1]
  const killed = (line: string) => {
    if (batchIn(line)) throw new Error('killed')
  }
  await expect(migrateTo(all, killed)).rejects.toThrow('killed')
  const writer = await connected()
  await writer.query(`set lock_timeout = '1s'`)
  const batches: number[] = []
  let writing: Promise<unknown> = Promise.resolve()
  await migrateTo(all, (line) => {
    const batch = batchIn(line)
    if (!batch) return
    batches.push(Number(batch))
    writing = writing.then(() => writer.query(`update thing set title = 'longer than before' where id = ${rows}`))
  })
  await writing
  expect(batches).toHaveLength(Math.ceil(rows / 5000))
  expect(batches.at(-1)).toBe(rows)
  const { rows: counts } = await writer.query('select count(*)::int as empty from thing where length is null')
  expect(counts).toEqual([{ empty: 0 }])
  const index = await writer.query(`select indisvalid from pg_index where indexrelid = 'thing_length'::regclass`)
  expect(index.rows).toEqual([{ indisvalid: true }])
}, 600_000)

test('an index that others hold up says what it waits for', async () => {
  class Titles0004 extends LongMigration {
    override reportEveryMs = 20

    override async up(): Promise<void> {
      await this.indexConcurrently('thing_title', 'on thing (title)')
    }
  }
  const writer = await connected()
  await writer.query('begin')
  await writer.query(`update thing set title = 'not committed' where id = 1`)
  const waits = Promise.withResolvers<string>()
  const migrated = migrateTo([Things0001, Kind0002, Lengths0003, Titles0004], (line) => {
    if (line.includes('waiting')) waits.resolve(line)
  })
  expect(await waits.promise).toBe(
    'migration Titles0004 of the database: index thing_title: waiting for writers before build',
  )
  await writer.query('commit')
  await migrated
})

test('a new database has what a long migration makes, and is made by all or none', async () => {
  const fresh = `new_${newId().toLowerCase()}`
  const url = await createDatabase(postgresUrl, { name: fresh, password: 'long' })
  class Fails0004 extends Migration {
    override up(): void {
      this.addSql('select from nothing')
    }
  }
  const all = [Things0001, Kind0002, Lengths0003]
  await expect(migrate({ DATABASE_URL: url }, { migrations: [...all, Fails0004] })).rejects.toThrow('nothing')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const made = async () =>
    (await client.query(`select to_regclass('thing') as table, to_regclass('thing_length') as index`)).rows
  expect(await made()).toEqual([{ table: null, index: null }])
  await migrate({ DATABASE_URL: url }, { migrations: all })
  expect(await made()).toEqual([{ table: 'thing', index: 'thing_length' }])
  await client.end()
  await dropDatabase(postgresUrl, fresh)
})
