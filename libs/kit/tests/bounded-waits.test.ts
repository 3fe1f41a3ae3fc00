import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql as raw } from 'kysely'
import pg from 'pg'
import type { Caller } from '../src/index.ts'
import { ownerOperations, type Pair, startPair, waitingFor } from './support/pair.ts'

let pair: Pair

beforeAll(async () => {
  pair = await startPair({ env: { DATABASE_POOL: '4', DATABASE_LOCK_TIMEOUT_MS: '300' } })
})
afterAll(() => pair.stop())

const create = async (title: string): Promise<string> =>
  (await pair.owner.call(ownerOperations.createThing, { body: { title } })).body.id
const rename = (thingId: string, title: string) =>
  pair.owner.send(ownerOperations.renameThing, { params: { thingId }, body: { title } })

/** Holds a thing's row locked from outside while `work` goes on. */
async function whileLocked<Result>({ configs }: Pair, id: string, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client(configs.owner.DATABASE_URL)
  await client.connect()
  await client.query('begin')
  await client.query('select from thing where id = $1 for update', [id])
  try {
    return await work()
  } finally {
    await client.end()
  }
}

test('writes that wait for a lock hold up neither reads nor readiness, and are told to come again', async () => {
  const id = await create('locked')
  await whileLocked(pair, id, async () => {
    let answered = 0
    const writes = Array.from({ length: 20 }, async () => {
      const response = await rename(id, 'waits')
      answered += 1
      return response
    })
    const list = await pair.owner.call(ownerOperations.listThings)
    expect([list.status, await waitingFor(pair.running.owner)]).toEqual([200, []])
    expect(answered).toBeLessThan(20)
    const answers = await Promise.all(writes)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 503))
    expect(answers.filter((one) => one.headers.get('retry-after') === null)).toEqual([])
  })
  expect((await rename(id, 'free')).status).toBe(200)
})

test('a statement that takes too long is answered 503', async () => {
  const slow = await startPair({ env: { DATABASE_STATEMENT_TIMEOUT_MS: '200' } })
  await raw`create function nap() returns trigger language plpgsql as 'begin perform pg_sleep(60); return new; end'`.execute(
    slow.ownerSql(),
  )
  await raw`create trigger nap before insert on thing for each row execute function nap()`.execute(slow.ownerSql())
  const answer = await slow.owner.call(ownerOperations.createThing, { body: { title: 'slow' } })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  await slow.stop()
})

/** Resolves when the owner is about to send its next change of a thing, or as many of them. */
function nextRename({ running }: Pair, count = 1): Promise<void> {
  const { Client } = running.owner.foundation.database
  const query: (...args: unknown[]) => unknown = Reflect.get(Client.prototype, 'query')
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = count
  Reflect.set(Client.prototype, 'query', function (this: object, ...args: unknown[]) {
    if (String(args[0]).startsWith('update "thing"')) left -= 1
    if (left === 0) resolve()
    return Reflect.apply(query, this, args)
  })
  return promise.finally(() => Reflect.set(Client.prototype, 'query', query))
}

/** A stranger in one of the networks of a customer of IPv6. */
const strangerAt = (customer: number, network: number): Caller => ({
  ...{ kind: 'none', scope: 'full', address: `2001:db8:${customer}:${network}00::/56` },
})

test('strangers whose changes wait for a lock leave others their part of the connections', async () => {
  // Three transactions at a time, two of one caller, and no lock timeout that would end them early.
  const waiting = await startPair({ env: { DATABASE_POOL: '4', DATABASE_LOCK_TIMEOUT_MS: '60000' } })
  const make = async (): Promise<string> =>
    (await waiting.owner.call(ownerOperations.createThing, { body: { title: 'new' } })).body.id
  const renameAs = (as: Caller, thingId: string) =>
    waiting.owner.call(ownerOperations.renameOpenly, { as, params: { thingId }, body: { title: 'renamed' } })
  const [locked, free] = [await make(), await make()]
  const { answers } = await whileLocked(waiting, locked, async () => {
    const begun = nextRename(waiting, 2)
    const answers = [1, 2, 3, 4].map((network) => renameAs(strangerAt(1, network), locked))
    await begun
    expect((await renameAs(strangerAt(2, 1), free)).status).toBe(200)
    return { answers }
  })
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await waiting.stop()
})

test('what a client asked that left is cancelled and rolled back: its connection serves the next', async () => {
  // One transaction at a time, and no lock timeout that would end it early.
  const single = await startPair({ env: { DATABASE_POOL: '2', DATABASE_LOCK_TIMEOUT_MS: '60000' } })
  const { body } = await single.owner.call(ownerOperations.createThing, { body: { title: 'kept' } })
  await whileLocked(single, body.id, async () => {
    const disconnecting = new AbortController()
    const begun = nextRename(single)
    const options = { params: { thingId: body.id }, body: { title: 'left' }, signal: disconnecting.signal }
    const left = single.owner.send(ownerOperations.renameThing, options)
    await begun
    disconnecting.abort()
    await expect(left).rejects.toThrow()
    expect((await single.owner.call(ownerOperations.createThing, { body: { title: 'next' } })).status).toBe(201)
  })
  const things = await single.ownerSql().selectFrom('thing').select('title').orderBy('id').execute()
  expect(things).toEqual([{ title: 'kept' }, { title: 'next' }])
  await single.stop()
})
