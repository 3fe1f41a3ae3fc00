import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { heldTransactions } from '@quire/embedded'
import { type RunningService, seededKey, streamIdentity } from '../src/index.ts'
import { asSuperuser, databaseOf, lockWaiters } from './support/database-server.ts'
import {
  ownerOperations,
  type Pair,
  readerOperations,
  rule,
  startPair,
  statesOf,
  thing,
  untilWaiting,
  waitingFor,
} from './support/pair.ts'

let pair: Pair
let replica: RunningService

beforeEach(async () => {
  pair = await startPair()
  replica = await pair.startReader()
  await replica.untilReady()
})
afterEach(async () => {
  await replica.close()
  await pair.stop()
})

const create = async (title: string) => (await pair.owner.call(ownerOperations.createThing, { body: { title } })).body
const owned = () => pair.ownerSql().selectFrom('thing').selectAll().orderBy('id').execute()

/** Ends the sessions that hold the projector's lock, as a crash of their process or a failover would. */
const endLeader = (): Promise<number> =>
  asSuperuser(async (client) => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and granted and application_name = 'projector' and datname = $1`,
      [databaseOf(pair.configs.reader)],
    )
    return rowCount ?? 0
  })

test('a replica that does not lead is ready, and sees what its leader applied', async () => {
  expect(await waitingFor(replica)).toEqual([])
  const written = await pair.owner.call(ownerOperations.createThing, { body: { title: 'seen by all' } })
  for (const service of [pair.running.reader, replica]) {
    const { position } = written
    const used = await pair
      .readerAt(service)
      .call(readerOperations.useThing, { body: { thingId: written.body.id }, position })
    expect(used.status).toBe(201)
  }
})

test('a replica that missed every announcement asks the database before it refuses', async () => {
  const { position, body } = await pair.owner.call(ownerOperations.createThing, { body: { title: 'unannounced' } })
  await pair.settled()
  const late = await pair.startReader()
  await late.foundation.revocations.learned(seededKey)
  late.foundation.freshness.ageMs = () => 0
  const used = await pair.readerAt(late).call(readerOperations.useThing, { body: { thingId: body.id }, position })
  await late.close()
  expect(used).toMatchObject({ status: 201 })
})

test('what the leader could not apply is said by every replica', async () => {
  pair.hooks.owner.rules = [{ id: 'r', version: 1, title: 'poison' }]
  const reported = untilWaiting(replica, (reasons) => reasons.some((one) => one.includes('identity.rule')))
  pair.hooks.reader.beforeSave = (titles) => {
    if (titles.includes('poison')) throw new Error('cannot be digested')
  }
  await pair.publishEvent(rule.saved, { id: 'r', version: 1, title: 'poison' })
  expect(await reported).toHaveLength(1)
  pair.hooks.reader.beforeSave = undefined
  await untilWaiting(replica, (reasons) => reasons.length === 0)
})

test('a replica that waits to lead keeps no snapshot, and takes over from a leader that ends', async () => {
  expect(await lockWaiters(pair.configs.reader)).toBe(0)
  expect(await heldTransactions(pair.configs.reader.DATABASE_URL)).toEqual([])
  expect(await endLeader()).toBe(1)
  await create('under the next leader')
  await pair.settled()
  expect(await pair.known()).toMatchObject([{ title: 'under the next leader' }])
})

test('when the leader loses its lock, another goes on: nothing is lost and nothing applied twice', async () => {
  let killed = 0
  for (let round = 0; round < 5; round += 1) {
    const writes = Array.from({ length: 20 }, (_, n) => create(`round ${round} thing ${n}`))
    killed += await endLeader()
    await Promise.all(writes)
    await pair.settled()
  }
  expect(killed).toBeGreaterThan(0)
  const known = await pair.known()
  expect(statesOf(known)).toEqual(await owned())
  expect(known.filter((one) => one.applied !== 1)).toEqual([])
})

test('a leader deposed in the middle of a batch rolls it back', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  let calls = 0
  pair.hooks.reader.beforeSave = async () => {
    calls += 1
    if (calls > 1) return
    begin()
    await held
  }
  await pair.publishEvent(thing.saved, { id: 'once', version: 1, title: 'counted' })
  await begun
  // Another process leads meanwhile. Its only trace here is the position, which it has also moved past heartbeats.
  const moved = { sequence: String((await streamIdentity(pair.bus)).last), message: null }
  await pair.readerSql().updateTable('projector_position').set(moved).execute()
  release()
  await pair.publishEvent(thing.saved, { id: 'next', version: 1, title: 'by the other' })
  await pair.settled()
  expect(await pair.known()).toMatchObject([{ id: 'next', applied: 1 }])
  const ledger = await pair.readerSql().selectFrom('projected').select('key').where('noun', '=', thing.name).execute()
  expect(ledger).toEqual([{ key: 'next' }])
})
