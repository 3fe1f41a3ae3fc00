import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { endConnections } from './support/backends.ts'
import { ownerOperations, type Pair, startPair, waitingFor } from './support.ts'

let pair: Pair

beforeAll(async () => {
  pair = await startPair({ env: { DATABASE_POOL: '2' } })
})
afterAll(() => pair.stop())

const create = (title: string) => pair.owner.call(ownerOperations.createThing, { body: { title } })
const titles = async () =>
  (await pair.ownerSql().selectFrom('thing').select('title').execute()).map(({ title }) => title)

/** Two things that two renamings hold locked, each waiting in its transaction until `release`. */
async function holdTransactions() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  let waiting = 0
  pair.hooks.owner.pause = () => {
    waiting += 1
    if (waiting === 2) begin()
    return held
  }
  const things = await Promise.all(['a', 'b', 'c', 'd'].map(async (title) => (await create(title)).body.id))
  const rename = (first: string, second: string) =>
    pair.owner.call(ownerOperations.renameTwo, { body: { first, second, title: 'lost' } })
  const renamings = Promise.all([rename(things[0], things[1]), rename(things[2], things[3])])
  await begun
  return { release, renamings }
}

test('connections that end inside transactions are replaced: the same pool answers again', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { release, renamings } = await holdTransactions()
    const others = Array.from({ length: 14 }, (_, n) => create(`waits ${round} ${n}`))
    expect(await endConnections(pair.configs.owner)).toBeGreaterThanOrEqual(2)
    release()
    expect((await renamings).map(({ status }) => status)).toEqual([503, 503])
    const answers = await Promise.all(others)
    expect(answers.filter(({ status }) => ![201, 503].includes(status))).toEqual([])
    const after = await Promise.all(Array.from({ length: 4 }, (_, n) => create(`after ${round} ${n}`)))
    expect(after.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  }
  expect(await titles()).not.toContain('lost')
  expect(await waitingFor(pair.running.owner)).toEqual([])
})

test('a service whose connections were ended stops when it is told to', async () => {
  const { release, renamings } = await holdTransactions()
  await endConnections(pair.configs.owner)
  release()
  await renamings
  await pair.running.owner.close()
  pair.running.owner = await pair.startOwner()
  await pair.running.owner.untilReady()
  expect((await create('started again')).status).toBe(201)
})
