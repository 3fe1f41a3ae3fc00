import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from '@jest/globals'
import { createDatabase, dropDatabase, testBackends } from '@quire/embedded'
import { type Kysely, sql as raw } from 'kysely'
import { openDatabase } from './database.ts'
import { inLongTransaction } from './long-transaction.ts'
import { whileAlone } from './while-alone.ts'

const { postgresUrl } = testBackends()
const name = `alone_${randomBytes(6).toString('hex')}`
const DATABASE_URL = await createDatabase(postgresUrl, { name, password: name })
const database = await openDatabase({ DATABASE_URL }, { entities: [] })

afterAll(async () => {
  await database.close()
  await dropDatabase(postgresUrl, name)
})

/** Uses this many connections at once; resolves when all of them are. */
async function inUse(sql: Kysely<never>, connections: number, work: () => Promise<void>): Promise<void> {
  if (connections === 0) return work()
  await sql.connection().execute(async (one) => {
    await raw`select`.execute(one)
    await inUse(sql, connections - 1, work)
  })
}

test('two jobs that wait for others leave the background its four connections', async () => {
  let ran = false
  await whileAlone(database.alone, 1, () =>
    whileAlone(database.alone, 2, () =>
      inUse(database.background, 4, async () => {
        ran = true
      }),
    ),
  )
  expect(ran).toBe(true)
})

test('a lock is held by one at a time', async () => {
  const held = () => whileAlone(database.background, 1, async () => 'mine')
  expect(await whileAlone(database.alone, 1, held)).toBeUndefined()
  expect(await held()).toBe('mine')
})

test('statements of a long transaction may take longer than others, and only these', async () => {
  const bounded = await openDatabase({ DATABASE_URL, DATABASE_STATEMENT_TIMEOUT_MS: 50 }, { entities: [] })
  const sleep = (sql: Kysely<never>) => raw`select pg_sleep(0.2)`.execute(sql)
  await inLongTransaction(bounded.background, 10_000, sleep)
  await expect(sleep(bounded.background)).rejects.toThrow('statement timeout')
  await bounded.close()
})
