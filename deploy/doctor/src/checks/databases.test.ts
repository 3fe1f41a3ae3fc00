import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDatabase, passable, startPostgres } from '@quire/embedded'
import { identity } from '@quire/identity'
import { migrate } from '@quire/kit'
import pg from 'pg'
import { foundBy, subjectOf } from '../subject.fixture.ts'
import { databaseChecks } from './databases.ts'

let folder: string
let server: Awaited<ReturnType<typeof startPostgres>>
/** The database of identity, for its own role. */
let DATABASE_URL: string
/** A superuser in that database. */
let operator: pg.Client
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-databases-'))
  await chmod(folder, passable)
  server = await startPostgres({ folder, settings: { fsync: false, autovacuum: false, max_connections: 40 } })
  DATABASE_URL = await createDatabase(server.superuserUrl, { name: 'identity', password: 'identity' })
  await migrate({ DATABASE_URL }, identity.schema)
  operator = await connected(server.superuserUrl.replace(/postgres$/, 'identity'))
})
afterAll(async () => {
  await operator?.end()
  await server?.kill()
  await rm(folder, { recursive: true, force: true })
})

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  // The server ends with the tests, also where one has failed.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Everything but what is fine about the database. */
async function found({ isRunning = true, url = DATABASE_URL } = {}): Promise<string[]> {
  const lines = await foundBy(...databaseChecks(subjectOf({ identity: { DATABASE_URL: url } }, { isRunning })))
  return lines.filter((line) => !line.startsWith('fine: PostgreSQL'))
}

/** Changes something with the first statement, looks, and takes it back with the second one. */
async function meanwhile(begin: string, end: string, look: () => Promise<void>): Promise<void> {
  await operator.query(begin)
  await look().finally(() => operator.query(end))
}

test('a database that takes no writes is a problem', async () => {
  expect(await found()).toEqual([])
  const set = 'alter database identity set default_transaction_read_only'
  await meanwhile(`${set} = on`, `${set} = off`, async () => {
    expect(await found()).toEqual(['problem: the database takes no writes'])
  })
})

test('connections of all roles count: more than nine tenths of those that the server allows are a warning', async () => {
  const others = await Promise.all(Array.from({ length: 35 }, () => connected(server.superuserUrl)))
  expect(await found()).toEqual(['warning: 37 of 40 connections are open'])
  await Promise.all(others.map((one) => one.end()))
})

test('a schema that is newer, lacks migrations, or whose restore has not finished is a problem', async () => {
  const last = identity.schema.migrations.at(-1)?.name
  const table = 'mikro_orm_migrations'
  await meanwhile(
    `insert into ${table} (name, executed_at) values ('Identity9999', now())`,
    `delete from ${table} where name = 'Identity9999'`,
    async () => {
      expect(await found()).toEqual([`problem: the schema (Identity9999) is newer than this version (${last})`])
    },
  )
  await meanwhile(
    `delete from ${table} where name = '${last}'`,
    `insert into ${table} (name, executed_at) values ('${last}', now())`,
    async () => {
      expect(await found()).toEqual([expect.stringMatching(/^problem: the schema lacks 1 of \d+ migrations$/)])
      expect(await found({ isRunning: false })).toEqual([
        expect.stringMatching(/^fine: the schema lacks 1 of \d+ migrations, which a start makes$/),
      ])
    },
  )
  await meanwhile('create table restore_in_progress ()', 'drop table restore_in_progress', async () => {
    expect(await found()).toEqual(['problem: a restore has not finished'])
  })
})

test('a database that sorts as a language does, whose password is wrong, or that is not there is a problem', async () => {
  await operator.query(`create database sorted template template0 locale_provider icu icu_locale 'en' owner identity`)
  expect(await found({ url: DATABASE_URL.replace(/identity$/, 'sorted'), isRunning: false })).toContain(
    'problem: the database does not sort by code point',
  )
  expect(await found({ url: DATABASE_URL.replace('identity:identity', 'identity:wrong') })).toEqual([
    'problem: password authentication failed for user "identity"',
  ])
  expect(await found({ url: DATABASE_URL.replace(/identity$/, 'nowhere') })).toEqual([
    'problem: database "nowhere" does not exist',
  ])
})
