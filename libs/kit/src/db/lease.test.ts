import { expect, test } from '@jest/globals'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { Lease } from './lease.ts'

/** A control connection that calls `cancel` for each cancellation. */
function controlThat(cancel: () => void): Kysely<never> {
  const client = {
    query: async () => {
      cancel()
      return { command: 'SELECT', rowCount: 0, rows: [] }
    },
    release() {},
  }
  const pool = { connect: async () => client, end: async () => {} }
  return new Kysely<never>({ dialect: new PostgresDialect({ pool: pool as never }) })
}

test('a cancellation that arrives before its statement is repeated until the statement has ended', async () => {
  const statement = Promise.withResolvers<never>()
  const sent: string[] = []
  const query = (sql: string) => {
    sent.push(sql)
    return sql === 'rollback' ? Promise.resolve({ command: 'ROLLBACK' }) : statement.promise
  }
  const lease = new Lease({ processID: 1, query, release() {} } as unknown as pg.PoolClient, undefined)
  const waiting = lease.run('update thing set title = $1', ['waits'])
  let cancellations = 0
  lease.abandon(
    controlThat(() => {
      cancellations += 1
      if (cancellations === 2) statement.reject(new Error('canceling statement due to user request'))
    }),
  )
  await expect(waiting).rejects.toThrow('canceling statement')
  await lease.rollback()
  expect([cancellations, sent]).toEqual([2, ['update thing set title = $1', 'rollback']])
})
