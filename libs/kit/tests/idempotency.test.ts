import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql as raw } from 'kysely'
import { deleteOldKeys } from '../src/http/idempotency.ts'
import { type Caller, conflict } from '../src/index.ts'
import { ownerOperations, type Pair, startPair } from './support/pair.ts'

let pair: Pair

beforeAll(async () => {
  pair = await startPair()
})
afterAll(() => pair.stop())

const { createThing, createSecret, importThing } = ownerOperations
const create = (key: string, title: string, as = 'ada') =>
  pair.owner.call(createThing, { as, body: { title }, headers: { 'idempotency-key': key } })
const titled = async (title: string) =>
  (await pair.ownerSql().selectFrom('thing').selectAll().where('title', '=', title).execute()).length

test('the same key and body answer the first result and make nothing new', async () => {
  const first = await create('k1', 'once')
  const second = await create('k1', 'once')
  expect(first.status).toBe(201)
  expect(second).toMatchObject({ status: 201, body: first.body })
  expect(await titled('once')).toBe(1)
})

test('an answer that is given again covers what the first request wrote, also if its process ended before it published that', async () => {
  const first = await create('k9', 'unpublished')
  await raw`
    insert into outbox (id, envelope) select 'k9', envelope from outbox
    where envelope::text like ${`%${first.body.id}%`} limit 1`.execute(pair.ownerSql())
  const again = await create('k9', 'unpublished')
  expect(again.body).toEqual(first.body)
  expect(again.position?.sequence).toBeGreaterThan(first.position?.sequence ?? 0)
})

test('two requests at once with the same key make one thing and get the same answer', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => create('k2', 'together')))
  expect(new Set(answers.map((one) => JSON.stringify([one.status, one.body]))).size).toBe(1)
  expect(await titled('together')).toBe(1)
})

test('the same key with another body is a conflict and makes nothing', async () => {
  await create('k3', 'first body')
  expect(await create('k3', 'second body')).toMatchObject({
    status: 409,
    message: expect.stringContaining('Idempotency-Key'),
  })
  expect(await titled('second body')).toBe(0)
})

test('a key is its caller’s own', async () => {
  const [ada, bob] = [await create('k4', 'ours'), await create('k4', 'ours', 'bob')]
  expect(ada.body.id).not.toBe(bob.body.id)
})

test('a key is that of its token where no person calls: organizations do not meet in one', async () => {
  const { body } = await create('k8', 'provisioned')
  const rename = (title: string, organizationId: string) => {
    const as: Caller = { kind: 'scim', scope: 'full', organizationId, tokenId: `token of ${organizationId}` }
    const options = { as, params: { thingId: body.id }, body: { title } }
    return pair.owner.call(ownerOperations.renameOpenly, { ...options, headers: { 'idempotency-key': '1' } })
  }
  const first = await rename('by zoo', 'zoo')
  expect([first.status, (await rename('by acme', 'acme')).status]).toEqual([200, 200])
  expect((await rename('by zoo', 'zoo')).body).toEqual(first.body)
  expect((await rename('by zoo again', 'zoo')).status).toBe(409)
})

test('a refused request leaves its key free', async () => {
  expect((await create('k5', '')).status).toBe(400)
  expect((await create('k5', 'now right')).status).toBe(201)
})

test('access is asked again before a kept answer is given', async () => {
  await create('k6', 'kept', 'eve')
  pair.hooks.owner.barred.add('eve')
  expect((await create('k6', 'kept', 'eve')).status).toBe(403)
})

test('an answer that holds a secret is never kept', async () => {
  const secret = () => pair.owner.call(createSecret, { body: { title: 'hush' }, headers: { 'idempotency-key': 'k7' } })
  const [first, second] = [await secret(), await secret()]
  expect(first.body.id).not.toBe(second.body.id)
  const kept = await pair.ownerSql().selectFrom('idempotency_key').selectAll().where('key', '=', 'k7').execute()
  expect(kept).toEqual([])
})

test('a key that is no key is refused by name', async () => {
  for (const key of ['a b', 'x'.repeat(256), 'é']) {
    expect(await create(key, 'never')).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^Idempotency-Key: /),
    })
  }
})

const bring = (key: string, title: string) =>
  pair.owner.call(importThing, { body: { title }, headers: { 'idempotency-key': key } })

/** Long work that the test lets end; counts how often it began. */
function longWork() {
  const { promise: held, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const work = { times: 0, begun, end }
  pair.hooks.owner.prepare = () => {
    work.times += 1
    begin()
    return held
  }
  return work
}

test('long work is done once for a key: a second request is told to wait, then gets the first result', async () => {
  const work = longWork()
  const first = bring('p1', 'imported')
  await work.begun
  expect(await bring('p1', 'imported')).toMatchObject({ status: 409, message: expect.stringContaining('under way') })
  work.end()
  const { status, body } = await first
  expect(status).toBe(201)
  expect(await bring('p1', 'imported')).toMatchObject({ status: 201, body })
  expect(await bring('p1', 'another body')).toMatchObject({ status: 409 })
  expect([work.times, await titled('imported')]).toEqual([1, 1])
})

test('long work that fails leaves its key free', async () => {
  pair.hooks.owner.prepare = () => Promise.reject(conflict('Not now.'))
  expect(await bring('p2', 'later')).toMatchObject({ status: 409, message: 'Not now.' })
  longWork().end()
  expect((await bring('p2', 'later')).status).toBe(201)
})

test('a key whose process died is taken over; one that was only slow then writes nothing', async () => {
  const slow = longWork()
  const first = bring('p3', 'taken over')
  await slow.begun
  await pair
    .ownerSql()
    .updateTable('idempotency_key')
    .set({ created_at: new Date(Date.now() - 60_000) })
    .where('key', '=', 'p3')
    .execute()
  longWork().end()
  const second = await bring('p3', 'taken over')
  expect(second.status).toBe(201)
  slow.end()
  expect(await first).toMatchObject({ status: 201, body: second.body })
  expect(await titled('taken over')).toBe(1)
})

test('keys of days that nobody deleted go in one turn, and those of the last day stay', async () => {
  const sql = pair.ownerSql()
  await create('young', 'kept')
  await raw`
    insert into idempotency_key (caller, operation, key, request_hash, created_at)
    select 'old', 'createThing', n::text, '', now() - interval '25 hours' from generate_series(1, 2500) n`.execute(sql)
  await deleteOldKeys(sql)
  const left = await sql.selectFrom('idempotency_key').select('key').where('caller', '=', 'old').execute()
  expect(left).toEqual([])
  expect(await sql.selectFrom('idempotency_key').select('key').where('key', '=', 'young').execute()).toHaveLength(1)
})
