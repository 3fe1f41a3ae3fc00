import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { endConnections } from './support/database-server.ts'
import { ownerOperations, type Pair, startPair, untilWaiting } from './support/pair.ts'

let pair: Pair

beforeAll(async () => {
  pair = await startPair({ env: { DATABASE_POOL: '2' } })
})
afterAll(() => pair.stop())

const create = (title: string) => pair.owner.call(ownerOperations.createThing, { body: { title } })
const titles = async () =>
  (await pair.ownerSql().selectFrom('thing').select('title').execute()).map(({ title }) => title)

/** Starts a renaming that waits in its transaction until `release`. The second connection of the pool is for reads. */
async function holdTransaction() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  pair.hooks.owner.pause = () => {
    begin()
    return held
  }
  const [first, second] = await Promise.all(['a', 'b'].map(async (title) => (await create(title)).body.id))
  const renaming = pair.owner.call(ownerOperations.renameTwo, { body: { first, second, title: 'lost' } })
  await begun
  return { release, renaming }
}

test('connections that end inside transactions are replaced: the same pool answers again', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { release, renaming } = await holdTransaction()
    const others = Array.from({ length: 15 }, (_, n) => create(`waits ${round} ${n}`))
    expect(await endConnections(pair.configs.owner)).toBeGreaterThanOrEqual(2)
    release()
    expect((await renaming).status).toBe(503)
    const answers = await Promise.all(others)
    expect(answers.filter(({ status }) => ![201, 503].includes(status))).toEqual([])
    const after = await Promise.all(Array.from({ length: 4 }, (_, n) => create(`after ${round} ${n}`)))
    expect(after.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  }
  expect(await titles()).not.toContain('lost')
  // The projector lost its connection too.
  await untilWaiting(pair.running.owner, (reasons) => reasons.length === 0)
})

test('a service whose connections were ended stops when it is told to', async () => {
  const { release, renaming } = await holdTransaction()
  await endConnections(pair.configs.owner)
  release()
  await renaming
  await pair.running.owner.close()
  pair.running.owner = await pair.startOwner()
  await pair.running.owner.untilReady()
  expect((await create('started again')).status).toBe(201)
})
