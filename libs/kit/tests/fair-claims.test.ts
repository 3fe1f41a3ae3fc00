import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Kysely, sql as raw } from 'kysely'
import { createLog, type FairRow, fairClaims, startClaimedWork } from '../src/index.ts'
import { type Pair, startPair } from './support/pair.ts'

/** A piece of work of an account. */
interface Piece extends FairRow {
  lot: string
  organization_id: string
  done: boolean
}
type Sql = Kysely<{ turn_piece: Piece }>

let pair: Pair
beforeAll(async () => {
  pair = await startPair()
  await raw`
    create table turn_piece (
      id text primary key, lot text, origin text, account text, organization_id text, done boolean default false,
      claim text, claimed_until timestamptz, attempts int default 0
    )`.execute(sql())
  await raw`create index turn_piece_turn on turn_piece (lot, origin, account, id) where not done`.execute(sql())
})
afterAll(() => pair.stop())

const sql = () => pair.ownerSql() as unknown as Sql
let ids = 0

/** Adds pieces to a lot, each written `origin/account`, with its organization after a further slash. */
async function add(lot: string, ...holders: string[]) {
  for (const holder of holders) {
    const [origin, account, organization = 'o'] = holder.split('/')
    ids += 1
    await raw`
      insert into turn_piece (id, lot, origin, account, organization_id)
      values (${String(ids).padStart(9, '0')}, ${lot}, ${origin}, ${account}, ${organization})`.execute(sql())
  }
}

const claimsOn = (lot: string, maxOfEach = 100, on: () => Sql = sql) =>
  fairClaims<Piece>({
    sql: on,
    table: 'turn_piece',
    waiting: raw`not done and lot = ${lot}`,
    bounds: ['organization_id'],
    unbounded: ['everybody'],
    maxOfEach,
  })

const many = (count: number, holder: string) => Array<string>(count).fill(holder)

/** Takes pieces one after the other; returns their accounts. */
async function takes(claims: ReturnType<typeof claimsOn>, count: number) {
  const taken: string[] = []
  for (let at = 0; at < count; at += 1) taken.push((await claims.take())?.account ?? 'none')
  return taken
}

test('an account with one row is next, however many rows another has, and each begins with its oldest', async () => {
  await add('turns', ...many(30, 'a/a'))
  const claims = claimsOn('turns')
  const first = await claims.take()
  await add('turns', 'b/b')
  const [second, third] = [await claims.take(), await claims.take()]
  expect([first?.account, second?.account, third?.account]).toEqual(['a', 'b', 'a'])
  expect(Number(third?.id) - Number(first?.id)).toBe(1)
})

test('accounts of one origin have one turn together, and take turns within it', async () => {
  await add('origins', ...many(5, 'x/a'), ...many(5, 'x/b'), ...many(5, 'x/c'), ...many(3, 'y/d'))
  expect(await takes(claimsOn('origins'), 6)).toEqual(['a', 'd', 'b', 'd', 'c', 'd'])
})

test('what holds as many rows as it may gets no further one, by account, origin and organization', async () => {
  await add('bounds', ...many(3, 'x/a/one'), 'x/b/two', 'y/c/one', 'z/d/three')
  const claims = claimsOn('bounds', 1)
  const first = await claims.take([])
  const second = await claims.take(first ? [first] : [])
  expect([first?.account, second?.account]).toEqual(['a', 'd'])
  expect(await claims.take([first, second].filter((row) => row !== undefined))).toBeUndefined()
  expect((await claims.take(second ? [second] : []))?.account).toBe('c')
})

test('a value that no bound holds for lets others have rows of it', async () => {
  await add('unbounded', ...many(3, 'x/a/everybody'), 'y/b/everybody')
  const claims = claimsOn('unbounded', 1)
  const first = await claims.take([])
  expect((await claims.take(first ? [first] : []))?.account).toBe('b')
})

test('two processes give each row to one of them, and leave none', async () => {
  await add('shared', ...many(6, 'x/a'), ...many(6, 'y/b'))
  const processes = [claimsOn('shared'), claimsOn('shared')]
  const taken = await Promise.all(processes.map((claims) => takes(claims, 6)))
  expect(taken.flat().sort()).toEqual([...many(6, 'a'), ...many(6, 'b')])
})

test('a claim reads a few rows, whatever number waits', async () => {
  await raw`
    insert into turn_piece (id, lot, origin, account, organization_id)
    select 'many ' || n, 'many', case when n % 2 = 0 then 'x' || n % 40 else 'whale' end,
      case when n % 2 = 0 then 'a' || n % 80 else 'whale' end, 'o' || n
    from generate_series(1, 40000) n`.execute(sql())
  await raw`vacuum analyze turn_piece`.execute(sql())
  const read = await sql()
    .transaction()
    .execute(async (transaction) => {
      const claims = claimsOn('many', 3, () => transaction)
      const [whale] = [await claims.take()].filter((row) => row?.account === 'whale')
      const busy: Piece[] = whale ? [whale, whale, whale] : []
      for (let at = 0; at < 50; at += 1) busy.push(...[await claims.take(busy)].filter((row) => row !== undefined))
      expect(busy.filter(({ account }) => account === 'whale')).toHaveLength(3)
      expect(busy).toHaveLength(53)
      const { rows } = await raw<{ tuples: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as tuples from pg_stat_xact_user_tables
        where relname = 'turn_piece'`.execute(transaction)
      return rows[0]?.tuples
    })
  expect(read).toBeLessThan(1000)
})

test('work beyond its time leaves its place to others, and as many go on beside', async () => {
  await add('slow', ...many(5, 'x/a'))
  const begun: string[] = []
  const four = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const loop = startClaimedWork<Piece>({
    ...{ name: 'slow pieces', claims: claimsOn('slow'), concurrency: 2, placeMs: 1, everyMs: 60_000 },
    log: createLog('test', 'silent'),
    async work(row) {
      if (begun.push(row.id) === 4) four.resolve()
      await held.promise
      await raw`update turn_piece set done = true where id = ${row.id}`.execute(sql())
    },
  })
  await four.promise
  expect(begun).toHaveLength(4)
  held.resolve()
  await loop.stop()
})
