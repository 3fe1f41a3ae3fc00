import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import pg from 'pg'
import { copyInto } from './copy.fixture.ts'
import { createDatabase } from './create-database.ts'
import { startNats } from './nats.ts'
import { freePort } from './ports.ts'
import { startPostgres, volatile } from './postgres.ts'
import { testFolder } from './test-folder.ts'

/** The data of a first start: the others start on a copy, which takes a fraction of the time. */
const made = mkdtempSync(join(testFolder(), 'quire-launched-'))
let folder = ''
let stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  await (await startPostgres({ folder: made, settings: volatile })).stop()
})

afterAll(() => rmSync(made, { recursive: true }))

beforeEach(() => {
  folder = mkdtempSync(join(testFolder(), 'quire-launch-'))
  stops = []
})

afterEach(async () => {
  for (const stop of stops.reverse()) await stop()
  rmSync(folder, { recursive: true, force: true })
})

async function madePostgres() {
  await copyInto(folder, made)
  return postgres()
}

async function postgres(options: { port?: number; onWait?: () => void } = {}) {
  const server = await startPostgres({ folder, settings: volatile, ...options })
  stops.push(() => server.kill())
  return server
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a role cannot enter another service’s database', async () => {
  const server = await madePostgres()
  const one = await createDatabase(server.superuserUrl, { name: 'one', password: 'p@:/#1' })
  const two = await createDatabase(server.superuserUrl, { name: 'two', password: 'other' })
  expect(await query(one, 'select current_user as role')).toEqual([{ role: 'one' }])
  const foreign = new URL(one)
  foreign.pathname = new URL(two).pathname
  await expect(query(foreign.href, 'select 1')).rejects.toMatchObject({ code: '42501' })
})

test('a wrong password lets nobody in', async () => {
  const server = await madePostgres()
  const url = new URL(server.superuserUrl)
  url.password = 'wrong'
  await expect(query(url.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
})

test('ordering and folding of text do not depend on the machine’s locale', async () => {
  const server = await madePostgres()
  const rows = await query(
    server.superuserUrl,
    `select datlocprovider as provider, datlocale as locale, lower('ÄÉ') as folded from pg_database where datname = 'template1'`,
  )
  expect(rows).toEqual([{ provider: 'b', locale: 'C.UTF-8', folded: 'äé' }])
})

test('a killed PostgreSQL starts again on the same folder and port with what was committed', async () => {
  const server = await madePostgres()
  await query(server.superuserUrl, 'create table kept as select 1 as one')
  await server.kill()
  const again = await postgres({ port: server.port })
  expect(await query(again.superuserUrl, 'select one from kept')).toEqual([{ one: 1 }])
})

test('what a killed PostgreSQL left running is waited for, not stumbled over', async () => {
  const server = await madePostgres()
  const [left] = await query(
    server.superuserUrl,
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  )
  process.kill(left.pid, 'SIGSTOP')
  process.kill(server.pid, 'SIGKILL')
  const waiting = Promise.withResolvers<void>()
  const again = postgres({ onWait: waiting.resolve })
  await Promise.race([waiting.promise, again])
  process.kill(left.pid, 'SIGCONT')
  expect(await query((await again).superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a server that is still there is ended before its folder is used again', async () => {
  const left = await madePostgres()
  const server = await postgres()
  await left.ended
  expect(await query(server.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a stale pid file that names a stranger’s process ends nobody and blocks no start', async () => {
  await copyInto(folder, made)
  writeFileSync(join(folder, 'cluster', 'postmaster.pid'), `${process.pid}\n`)
  const server = await postgres()
  expect(await query(server.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('data of another major version is refused in one line instead of being opened', async () => {
  await copyInto(folder, made)
  writeFileSync(join(folder, 'cluster', 'PG_VERSION'), '17\n')
  await expect(postgres()).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/^.*PostgreSQL 17.*npm run backup.*npm run restore.*$/),
  })
})

test('half a cluster from an interrupted first start is not taken for a database', async () => {
  writeFileSync(join(folder, 'cluster.new'), 'half')
  const server = await postgres()
  expect(await query(server.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.each([
  ['PostgreSQL', (port: number) => startPostgres({ folder, port })],
  ['NATS', (port: number) => startNats({ folder, port })],
])('%s on a taken port says which port and what to do', async (name, start) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const message = `${name} cannot have port ${port}: it is taken. Free it or choose another.`
  await expect(start(port)).rejects.toMatchObject({ name: 'StartError', message })
  other.close()
})

test('a killed NATS starts again on the same folder and port with the same token', async () => {
  const port = await freePort()
  const first = await startNats({ folder, port })
  await first.kill()
  const again = await startNats({ folder, port })
  stops.push(() => again.stop())
  expect(again.url).toBe(first.url)
})

test('a NATS that is still there is ended before its folder is used again', async () => {
  const left = await startNats({ folder })
  const server = await startNats({ folder })
  stops.push(() => server.stop())
  await left.ended
  expect(server.pid).not.toBe(left.pid)
})
