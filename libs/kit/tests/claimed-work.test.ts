import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Kysely, sql as raw } from 'kysely'
import { type ClaimedRow, claimsOf, createLog, type Loop, startClaimedWork } from '../src/index.ts'
import { guardProcess } from '../src/uncaught-errors.ts'
import { type Pair, startPair } from './support/pair.ts'

/** A piece of work, and its progress. */
interface Piece extends ClaimedRow {
  name: string
  done: boolean
}

let pair: Pair
const running: Loop[] = []
const log = createLog('test', 'silent')

beforeAll(async () => {
  pair = await startPair()
  await raw`
    create table piece (
      id text primary key, name text, done boolean default false,
      claim text, claimed_until timestamptz, attempts int default 0
    )`.execute(pair.ownerSql())
})
afterAll(async () => {
  await Promise.all(running.map((loop) => loop.stop()))
  await pair.stop()
})

const sql = () => pair.ownerSql() as unknown as Kysely<{ piece: Piece & { claimed_until: Date | null } }>
const pieces = (names: string) =>
  claimsOf<Piece>({ sql, table: 'piece', waiting: raw`not done and name like ${`${names}%`}` })
const add = (...names: string[]) =>
  raw`insert into piece (id, name) select gen_random_uuid(), unnest(${names}::text[])`.execute(sql())
const end = async ({ id, claim }: Piece) =>
  sql().updateTable('piece').set({ done: true }).where('id', '=', id).where('claim', '=', claim).execute()
const rowOf = (name: string) => sql().selectFrom('piece').selectAll().where('name', '=', name).executeTakeFirstOrThrow()

/** Starts a process that works on the pieces whose names begin with `names`; another one may look for the same. */
function start(names: string, work: (row: Piece, signal: AbortSignal) => Promise<unknown>, renewEveryMs = 5000) {
  const terms = { name: 'pieces', concurrency: 2, everyMs: 60_000, renewEveryMs, log }
  const loop = startClaimedWork({
    ...terms,
    claims: pieces(names),
    work: async (row, signal) => void (await work(row, signal)),
  })
  running.push(loop)
  return loop
}

/** Returns a function and a promise, which resolves once the function was called `count` times, with its arguments. */
function calls<Value>(count: number) {
  const got: Value[] = []
  const { promise, resolve } = Promise.withResolvers<Value[]>()
  const call = (value: Value) => {
    if (got.push(value) === count) resolve(got)
  }
  return { call, all: promise, got }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('each row is worked on once, whatever number of processes look for rows', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `each ${at}`)
  await add(...names)
  const done = calls<string>(20)
  const work = async (row: Piece) => {
    await end(row)
    done.call(row.name)
  }
  for (let process = 0; process < 3; process += 1) start('each', work)
  expect((await done.all).toSorted()).toEqual(names.toSorted())
})

test('a process works on as many rows at once as it may, and goes on when one is done', async () => {
  await add('most 1', 'most 2', 'most 3')
  const begun = calls<string>(2)
  const third = calls<string>(3)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  start('most', async (row) => {
    begun.call(row.name)
    third.call(row.name)
    await held
    await end(row)
  })
  await begun.all
  expect(third.got.length).toBe(2)
  release()
  expect((await third.all).length).toBe(3)
})

test('a row whose process was killed is taken by another once its lease has run out', async () => {
  await add('killed')
  const first = await pieces('killed').take()
  expect(first).toMatchObject({ name: 'killed', attempts: 1 })
  expect(await pieces('killed').take()).toBeUndefined()
  await sql()
    .updateTable('piece')
    .set({ claimed_until: raw`now() - interval '1 second'` })
    .where('name', '=', 'killed')
    .execute()
  const second = await pieces('killed').take()
  expect(second).toMatchObject({ name: 'killed', attempts: 2 })
  expect(second?.claim).not.toBe(first?.claim)
  expect(first && (await pieces('killed').renew(first))).toBe(false)
  expect(second && (await pieces('killed').renew(second))).toBe(true)
})

test('work whose row was taken away is told to end', async () => {
  await add('taken')
  const begun = calls<Piece>(1)
  const ended = calls<unknown>(1)
  start(
    'taken',
    async (row, signal) => {
      begun.call(row)
      await aborted(signal).catch(() => ended.call(row.id))
    },
    1,
  )
  const [row] = await begun.all
  await sql()
    .updateTable('piece')
    .set({ claim: randomUUID(), claimed_until: raw`now() + interval '1 hour'` })
    .where('name', '=', 'taken')
    .execute()
  expect(await ended.all).toEqual([row?.id])
})

test('a process that stops gives its rows back at once, and the attempt does not count', async () => {
  await add('stopped')
  const begun = calls<Piece>(1)
  const loop = start('stopped', async (row, signal) => {
    begun.call(row)
    await aborted(signal)
  })
  await begun.all
  await loop.stop()
  expect(await rowOf('stopped')).toMatchObject({ claim: null, claimed_until: null, attempts: 0 })
})

test('a row that comes while its process stops is given back, and nobody works on it', async () => {
  await add('late')
  const claims = pieces('late')
  const asked = calls<unknown>(1)
  const { promise: stopping, resolve: stop } = Promise.withResolvers<void>()
  const take = async () => {
    asked.call(undefined)
    await stopping
    return claims.take()
  }
  const begun: string[] = []
  const terms = { name: 'pieces', concurrency: 2, everyMs: 60_000, log }
  const work = async (row: Piece) => void begun.push(row.name)
  const loop = startClaimedWork({ ...terms, claims: { ...claims, take }, work })
  await asked.all
  const stopped = loop.stop()
  stop()
  await stopped
  expect(begun).toEqual([])
  expect(await rowOf('late')).toMatchObject({ claim: null, claimed_until: null, attempts: 0 })
})

test('work that fails is given back for a while, and the others go on', async () => {
  await add('fails', 'fails not')
  const both = calls<unknown>(2)
  log.warn = both.call
  start('fails', async (row) => {
    if (row.name === 'fails') throw new Error('out of order')
    await end(row)
    both.call(row.name)
  })
  await both.all
  await Promise.all(running.splice(0).map((loop) => loop.stop()))
  expect(await rowOf('fails')).toMatchObject({ claim: null, attempts: 1, claimed_until: expect.anything() })
  expect(await rowOf('fails not')).toMatchObject({ done: true })
})

test('work of which a callback throws is given back for a while, and is told to end', async () => {
  await add('thrown')
  const reported = calls<unknown>(1)
  const removeGuard = guardProcess((error) => reported.call(error.message))
  const ended = calls<string>(1)
  start('thrown', async (row, signal) => {
    setImmediate(() => {
      throw new Error('from a callback')
    })
    await aborted(signal).catch(() => ended.call(row.name))
    await new Promise(() => undefined)
  })
  expect(await reported.all).toEqual(['from a callback'])
  await ended.all
  await Promise.all(running.splice(0).map((loop) => loop.stop()))
  removeGuard()
  expect(await rowOf('thrown')).toMatchObject({ claim: null, attempts: 1, claimed_until: expect.anything() })
})
