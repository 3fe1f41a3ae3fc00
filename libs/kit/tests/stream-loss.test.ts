import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { openPositions, type Positions } from '../src/bus/positions.ts'
import { seededKey, streamIdentity } from '../src/index.ts'
import { eventAt, isStoredPast } from '../src/projector/stream-history.ts'
import { ownerOperations, type Pair, readerOperations, startPair, statesOf, untilWaiting } from './support/pair.ts'

let pair: Pair

beforeEach(async () => {
  pair = await startPair()
})
afterEach(() => pair.stop())

const create = async (title: string) => (await pair.owner.call(ownerOperations.createThing, { body: { title } })).body
const owned = () => pair.ownerSql().selectFrom('thing').selectAll().orderBy('id').execute()
const isReady = (reasons: string[]) => reasons.length === 0

/** Resolves once the reader reports a resync, however soon that is done. */
function untilResyncing(): Promise<void> {
  const { positions } = pair.running.reader.foundation
  return new Promise((resolve) => {
    const stop = positions.subscribe(() => {
      if (!positions.known('content')?.trouble?.includes('repeat its state')) return
      stop()
      resolve()
    })
  })
}

/** Adds a thing that only the reader has, so that a resynchronisation drops it. */
async function haunt() {
  await pair.readerSql().insertInto('known_thing').values({ id: 'ghost', title: '', version: 1, applied: 1 }).execute()
  const row = { noun: 'identity.thing', key: 'ghost', version: '1', removed: false, resync: null }
  await pair.readerSql().insertInto('projected').values(row).execute()
}

test('a stream deleted under running services is made again, and the reader resynchronises before it is ready', async () => {
  await create('before')
  await pair.settled()
  await haunt()
  const resyncing = untilResyncing()
  await pair.bus.manager.streams.delete(pair.bus.stream)
  await resyncing
  await untilWaiting(pair.running.reader, isReady)
  expect(statesOf(await pair.known())).toEqual(await owned())
  await create('after')
  await pair.settled()
  expect(statesOf(await pair.known())).toEqual(await owned())
})

test('writes made while there is no stream are told once there is one', async () => {
  const resyncing = untilResyncing()
  await pair.bus.manager.streams.delete(pair.bus.stream)
  expect(await create('meanwhile')).toMatchObject({ title: 'meanwhile' })
  await resyncing
  await untilWaiting(pair.running.reader, isReady)
  expect(statesOf(await pair.known())).toEqual(await owned())
})

test('a lost bucket of revocations refuses everybody until it is seeded again', async () => {
  await pair.bus.revocations.put('identity.token.t1', '')
  const { revocations } = pair.running.reader.foundation
  await revocations.learned('identity.token.t1')
  const unseeded = untilWaiting(pair.running.reader, (reasons) => reasons.includes('the revocations'))
  await pair.bus.manager.streams.delete(`KV_${pair.bus.stream}_revocations`)
  await unseeded
  const refused = await pair.reader.call(readerOperations.useThing, { body: { thingId: 'any' } })
  expect(refused).toMatchObject({ status: 503, message: expect.stringContaining('revocations') })
  await pair.bus.revocations.put(seededKey, '')
  await revocations.learned(seededKey)
  expect(revocations.has('identity.token', 't1')).toBe(true)
  await untilWaiting(pair.running.reader, (reasons) => reasons.length === 0)
})

test('a revocation stays in force although the bucket has lost it when the broker comes back, and is added to it', async () => {
  const { revocations, bus } = pair.running.reader.foundation
  const key = 'identity.token.t1'
  const sequence = await pair.bus.revocations.put(key, '')
  await revocations.learned(key)
  await pair.bus.manager.streams.deleteMessage(`KV_${pair.bus.stream}_revocations`, sequence)
  const changed = once(bus.changed(), 'abort')
  await bus.connection.reconnect()
  await changed
  // The watch that learned of the first key has ended.
  await pair.bus.revocations.put('identity.token.t2', '')
  await revocations.learned('identity.token.t2')
  expect(revocations.has('identity.token', 't1')).toBe(true)
  while ((await pair.bus.revocations.get(key)) === null);
})

test('the positions that are known do not outlast the connection to a broker, which may have lost its end', async () => {
  const { positions, bus } = pair.running.reader.foundation
  const other = openPositions(pair.bus, 'sites')
  const known = untilKnown(positions, () => positions.known('sites')?.sequence === 1_000_000)
  other.announce({ stream: bus.streamId(), sequence: 1_000_000 })
  await known
  const changed = once(bus.changed(), 'abort')
  await bus.connection.reconnect()
  await changed
  expect(positions.hasReached('sites', { stream: bus.streamId(), sequence: 1 })).toBe(false)
})

test('a stored position counts only if the stream has the event that it lies at, and not an end that was lost', async () => {
  await create('kept')
  await pair.settled()
  await pair.running.reader.close()
  const { id, last } = await streamIdentity(pair.bus)
  const isStored = () => isStoredPast(pair.bus, pair.readerSql() as never, { stream: id, sequence: last })
  await pair
    .readerSql()
    .updateTable('projector_position')
    .set({ sequence: String(last), message: await eventAt(pair.bus, last) })
    .execute()
  expect(await isStored()).toBe(true)
  await pair.readerSql().updateTable('projector_position').set({ message: 'of an event that was lost' }).execute()
  expect(await isStored()).toBe(false)
  await pair
    .readerSql()
    .updateTable('projector_position')
    .set({ sequence: String(last + 1) })
    .execute()
  expect(await isStored()).toBe(false)
  pair.running.reader = await pair.startReader()
})

test('when the broker comes back, access is decided only by what the stream has by then', async () => {
  const { id: thingId } = await create('held')
  await pair.settled()
  const use = () => pair.reader.call(readerOperations.useThing, { body: { thingId } })
  expect((await use()).status).toBe(201)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  pair.hooks.reader.beforeSave = () => held
  const { bus } = pair.running.reader.foundation
  const changed = once(bus.changed(), 'abort')
  await bus.connection.reconnect()
  await changed
  await create('missed')
  expect(await use()).toMatchObject({ status: 503, message: expect.stringContaining('caught up') })
  release()
  await pair.settled()
  expect((await use()).status).toBe(201)
})

test('a caller whose last change was in an end that the stream has lost is answered', async () => {
  const { id: thingId } = await create('kept')
  await pair.settled()
  const { id, last } = await streamIdentity(pair.bus)
  const lost = { stream: id, sequence: last + 1000 }
  const used = await pair.reader.call(readerOperations.useThing, { body: { thingId }, position: lost })
  expect(used.status).toBe(201)
})

test('the position of a new leader counts, also if its restored database is behind', async () => {
  const { positions, bus } = pair.running.reader.foundation
  const other = openPositions(pair.bus, 'sites')
  const stream = bus.streamId()
  const known = (sequence: number) => untilKnown(positions, () => positions.known('sites')?.sequence === sequence)
  const first = known(20)
  other.announce({ stream, sequence: 20 })
  await first
  other.ended()
  const second = known(10)
  other.announce({ stream, sequence: 10 })
  await second
  expect(positions.hasReached('sites', { stream, sequence: 15 })).toBe(false)
})

/** Resolves once an announcement makes `holds` true. */
function untilKnown(positions: Positions, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = positions.subscribe(() => {
      if (!holds()) return
      stop()
      resolve()
    })
  })
}

test('messages purged before they were read are a gap: the reader resynchronises', async () => {
  await pair.running.reader.close()
  const { id } = await create('purged')
  await pair.bus.manager.streams.purge(pair.bus.stream)
  pair.running.reader = await pair.startReader()
  await pair.running.reader.untilReady()
  expect(await pair.known()).toMatchObject([{ id, title: 'purged' }])
})

test('a message missing in the middle is a gap: the reader resynchronises', async () => {
  await pair.running.reader.close()
  await create('first')
  const { last } = await streamIdentity(pair.bus)
  await create('second')
  await create('third')
  await pair.bus.manager.streams.deleteMessage(pair.bus.stream, last + 1)
  pair.running.reader = await pair.startReader()
  // Only a resync gets past the gap.
  await pair.settled()
  await untilWaiting(pair.running.reader, isReady)
  expect(statesOf(await pair.known())).toEqual(await owned())
})

test('a position beyond the end of the stream resynchronises', async () => {
  await create('kept')
  await pair.settled()
  await pair.running.reader.close()
  await haunt()
  const { last } = await streamIdentity(pair.bus)
  await pair
    .readerSql()
    .updateTable('projector_position')
    .set({ sequence: String(last + 100) })
    .execute()
  pair.running.reader = await pair.startReader()
  await pair.running.reader.untilReady()
  expect(statesOf(await pair.known())).toEqual(await owned())
})
