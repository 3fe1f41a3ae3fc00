import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ownerOperations, type Pair, startPair } from './support.ts'

let pair: Pair

beforeAll(async () => {
  pair = await startPair()
})
afterAll(() => pair.stop())

const { createThing, createSecret } = ownerOperations
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
