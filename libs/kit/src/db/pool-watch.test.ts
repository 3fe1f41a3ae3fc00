import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from '@jest/globals'
import { createDatabase, dropDatabase, testBackends } from '@quire/embedded'
import pg from 'pg'
import { watchPool } from './database.ts'

const { postgresUrl } = testBackends()
const name = `stuck_${randomBytes(6).toString('hex')}`
const connectionString = await createDatabase(postgresUrl, { name, password: name })
const pool = new pg.Pool({ connectionString, max: 1 })

afterAll(async () => {
  await pool.end()
  await dropDatabase(postgresUrl, name)
})

test('a process is stuck once a pool has lent out everything for too long while somebody waits', async () => {
  let now = 0
  const isStuck = watchPool(pool, 1000, () => now)
  const client = await pool.connect()
  now = 10_000
  // No caller waits, so none suffers.
  expect(isStuck()).toBe(false)
  const waiting = pool.connect()
  expect(isStuck()).toBe(true)
  client.release()
  const next = await waiting
  expect(isStuck()).toBe(false)
  next.release()
})

test('a database that is away makes nobody stuck', async () => {
  let now = 0
  const away = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none', max: 1 })
  const isStuck = watchPool(away, 1000, () => now)
  await expect(away.connect()).rejects.toThrow()
  now = 10_000
  expect(isStuck()).toBe(false)
  await away.end()
})
