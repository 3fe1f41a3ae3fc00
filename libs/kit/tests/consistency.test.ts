import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { openPositions } from '../src/index.ts'
import { ownerOperations, type Pair, readerOperations, startPair } from './support/pair.ts'

let pair: Pair

beforeEach(async () => {
  pair = await startPair()
})
afterEach(() => pair.stop())

const create = (title: string) => pair.owner.call(ownerOperations.createThing, { body: { title } })

/** Tries again, as clients do, while the service has not caught up, which is a correct answer. */
async function createThenUse(n: number): Promise<number> {
  const { body, position } = await create(`thing ${n}`)
  for (let attempt = 0; ; attempt += 1) {
    const { status } = await pair.reader.call(readerOperations.useThing, { body: { thingId: body.id }, position })
    if (status !== 503 || attempt === 3) return status
  }
}

test('500 things are each used in one service right after they were made in another, 8 at a time', async () => {
  const statuses: number[] = []
  let next = 0
  const worker = async () => {
    while (next < 500) statuses.push(await createThenUse(next++))
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  expect(statuses.filter((status) => status !== 201)).toEqual([])
  expect(statuses).toHaveLength(500)
})

test('a service that does not catch up answers 503 with Retry-After, and serves who need not wait', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  pair.hooks.reader.beforeSave = () => held
  const { body, position } = await create('held')
  const late = await pair.reader.call(readerOperations.useThing, { body: { thingId: body.id }, position })
  const other = await pair.reader.call(readerOperations.useThing, { body: { thingId: 'unknown' } })
  release()
  expect(late).toMatchObject({ status: 503, message: expect.stringContaining('caught up') })
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(other.status).toBe(404)
})

test('a change that takes rights away waits for all who decide access, and goes on without those who say nothing', async () => {
  const { body } = await create('restricted')
  const restrict = () => pair.owner.call(ownerOperations.restrictThing, { params: { thingId: body.id } })
  // Sites and ai do not exist here yet, so they announce nothing.
  expect((await restrict()).status).toBe(204)
  const others = ['sites', 'ai'].map((name) => openPositions(pair.bus, name))
  const { positions, bus } = pair.running.reader.foundation
  let announced = 0
  positions.subscribe(() => {
    const known = positions.known('content')
    // Their own announcements arrive here too, and would be answered for ever.
    if (!known || known.sequence <= announced) return
    announced = known.sequence
    for (const one of others) one.announce(known)
  })
  await bus.connection.flush()
  const { status, position } = await restrict()
  expect(status).toBe(204)
  expect(positions.known('content')?.sequence).toBeGreaterThanOrEqual(position?.sequence ?? Number.POSITIVE_INFINITY)
  const [known] = await pair.known()
  expect(known).toMatchObject({ title: 'restricted', version: 3 })
})

test('who has heard nothing of identity for too long decides no access', async () => {
  await pair.running.owner.close()
  const use = () => pair.reader.call(readerOperations.useThing, { body: { thingId: 'any' } })
  const { freshness } = pair.running.reader.foundation
  const { ageMs } = freshness
  freshness.ageMs = () => 31_000
  const refused = await use()
  expect(refused).toMatchObject({ status: 503, message: expect.stringContaining('Access rights') })
  expect(refused.headers.get('retry-after')).toBe('5')
  freshness.ageMs = ageMs
  expect((await use()).status).toBe(404)
  pair.running.owner = await pair.startOwner()
})
