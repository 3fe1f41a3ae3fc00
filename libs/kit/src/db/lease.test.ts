import { setTimeout as delay } from 'node:timers/promises'
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

test('a connection whose session takes no writes is not used again', async () => {
  const released: unknown[] = []
  const query = async (sql: string) => {
    if (sql.startsWith('update')) throw Object.assign(new Error('read-only'), { code: '25006' })
    return { command: 'SELECT', rowCount: 0, rows: [] }
  }
  const use = async (sql: string) => {
    const client = { processID: 1, query, release: (isBroken: unknown) => released.push(isBroken) }
    const lease = new Lease(client as unknown as pg.PoolClient, undefined)
    await lease.run(sql).catch(() => undefined)
    await lease.release()
  }
  await use('select')
  await use('update thing set title = title where false')
  expect(released).toEqual([false, true])
})

test('statements of work that may take longer have longer for an answer', async () => {
  let ended = false
  const query = async () => {
    await delay(100)
    if (ended) throw new Error('Connection terminated')
    return { command: 'SELECT', rowCount: 0, rows: [] }
  }
  const end = async () => {
    ended = true
  }
  const lease = new Lease({ processID: 1, query, end, release() {} } as unknown as pg.PoolClient, 20)
  await lease.waitingLonger(10_000, () => lease.run('select'))
  expect(ended).toBe(false)
  await expect(lease.run('select')).rejects.toThrow('Connection terminated')
})
