import { afterEach, expect, test } from '@jest/globals'
import { nextStatement } from '@quire/world/service-test'
import { lockGrants } from '../../../src/workspace/grants/lock-grants.ts'
import { acme, startWorld, type World } from '../../world.ts'

/** More than there are connections for changes. */
const blocked = 20
let world: World
afterEach(() => world.stop())

async function start(lockTimeoutMs: number) {
  world = await startWorld({
    DATABASE_POOL: '8',
    DATABASE_LOCK_TIMEOUT_MS: `${lockTimeoutMs}`,
    DATABASE_STATEMENT_TIMEOUT_MS: '120000',
    DATABASE_ACQUIRE_TIMEOUT_MS: '120000',
  })
}

/** Holds the organization's lock during `work`, which begins when a change waits for the lock; answers all results. */
async function whileChangesWait(
  work: (answered: () => number, first: Promise<number>) => Promise<void>,
): Promise<number[]> {
  let answered = 0
  const sent = await world
    .sql()
    .transaction()
    .execute(async (holder) => {
      await lockGrants(holder, acme)
      const waiting = nextStatement(world.test.service, /pg_advisory_xact_lock\(hashtextextended/)
      const changes = Array.from({ length: blocked }, async () => {
        const { status } = await world.send('createSpace', { body: {} })
        answered += 1
        return status
      })
      await waiting
      await work(() => answered, Promise.race(changes))
      return changes
    })
  return Promise.all(sent)
}

const createElsewhere = () =>
  world.send('createSpace', { as: 'olga', params: { organizationId: 'other' }, body: { title: 'Elsewhere' } })

test('while twenty changes wait for one organization, readiness and reads are answered, of others too', async () => {
  await start(120_000)
  const { id: spaceId } = await world.makeSpace()
  const { id: otherId } = (await createElsewhere()).body
  const statuses = await whileChangesWait(async (answered) => {
    const ready = await fetch(`http://127.0.0.1:${world.test.service.port}/readyz`)
    const read = await world.send('listPages', { params: { spaceId } })
    const elsewhere = await world.send('listPages', { as: 'olga', params: { spaceId: otherId } })
    expect([ready.status, read.status, elsewhere.status]).toEqual([200, 200, 200])
    expect(answered()).toBe(0)
  })
  expect(statuses).toEqual(Array.from({ length: blocked }, () => 201))
})

test('another person changes another organization while every change of one waits for a lock', async () => {
  await start(120_000)
  const statuses = await whileChangesWait(async (answered) => {
    expect((await createElsewhere()).status).toBe(201)
    expect(answered()).toBe(0)
  })
  expect(statuses).toEqual(Array.from({ length: blocked }, () => 201))
})

test('a change that waits too long for a lock is told to come again', async () => {
  await start(300)
  await whileChangesWait(async (_, first) => expect(await first).toBe(503))
})
