import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from '@jest/globals'
import { createDatabase, dropDatabase, testBackends } from '@quire/embedded'
import pg from 'pg'
import { preparingClient } from './preparing-client.ts'

const { postgresUrl } = testBackends()
const name = `statements_${randomBytes(6).toString('hex')}`
const connectionString = await createDatabase(postgresUrl, { name, password: name })
const pool = new pg.Pool({ connectionString, max: 2, Client: preparingClient() })

afterAll(async () => {
  await pool.end()
  await dropDatabase(postgresUrl, name)
})

test('a statement that comes again is not planned again, whatever its parameters', async () => {
  const client = await pool.connect()
  const statement = 'select $1::int + 1 as next'
  for (const value of [1, 2, 3]) await client.query(statement, [value])
  const { rows } = await client.query(
    `select generic_plans + custom_plans as uses from pg_prepared_statements where statement = '${statement}'`,
  )
  client.release()
  expect(rows).toEqual([{ uses: '3' }])
})

test('a statement without parameters, such as those that begin and end transactions, is not prepared', async () => {
  const client = await pool.connect()
  await client.query('begin', [])
  await client.query('commit')
  const { rows } = await client.query("select from pg_prepared_statements where statement in ('begin', 'commit')")
  client.release()
  expect(rows).toEqual([])
})

test('a migration under running connections breaks at most the one statement that meets it', async () => {
  await pool.query('create table thing (id int)')
  await pool.query('insert into thing values (1)')
  const select = 'select * from thing where id = $1'
  const [first, second] = await Promise.all([pool.connect(), pool.connect()])
  await first.query(select, [1])
  await second.query(select, [1])
  await first.query('alter table thing add column title text')
  await expect(first.query(select, [1])).rejects.toMatchObject({ code: '0A000' })
  const again = await Promise.all([first.query(select, [1]), second.query(select, [1])])
  expect(again.map(({ rows }) => rows)).toEqual([[{ id: 1, title: null }], [{ id: 1, title: null }]])
  first.release()
  second.release()
})

test('texts that come once keep nothing else from being prepared, and a connection keeps a bounded number', async () => {
  const client = await pool.connect()
  const often = 'select $1::int + 2 as often'
  for (let one = 0; one < 1200; one += 1) {
    await client.query(`select $1::int + ${one} as once`, [one])
    if (one % 100 === 0) await client.query(often, [one])
  }
  const later = 'select $1::int + 3 as later'
  for (const value of [1, 2]) await client.query(later, [value])
  const { rows } = await client.query(
    'select statement, generic_plans + custom_plans as uses from pg_prepared_statements',
  )
  client.release()
  expect(rows.length).toBeLessThanOrEqual(500)
  expect(rows).toContainEqual({ statement: often, uses: '12' })
  expect(rows).toContainEqual({ statement: later, uses: '2' })
})

test('a statement may leave a connection while its transaction has failed', async () => {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select $1::int / 0', [1]).catch(() => undefined)
  for (let one = 0; one < 600; one += 1) await client.query(`select $1::int - ${one}`, [1]).catch(() => undefined)
  await client.query('rollback')
  expect((await client.query('select $1::int as fine', [1])).rows).toEqual([{ fine: 1 }])
  client.release()
})
