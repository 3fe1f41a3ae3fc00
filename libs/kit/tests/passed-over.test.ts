import { afterEach, beforeEach, expect, test } from '@jest/globals'
import pg from 'pg'
import { heartbeatType, publishControlMessage, seededKey } from '../src/index.ts'
import { ownerOperations, type Pair, readerOperations, startPair, statesOf, thing } from './support/pair.ts'

let pair: Pair
beforeEach(async () => {
  pair = await startPair()
})
afterEach(() => pair.stop())

const row = () => pair.readerSql().selectFrom('projector_position').selectAll().executeTakeFirstOrThrow()
const heartbeat = () => publishControlMessage(pair.bus, heartbeatType, {})
/** Publishes an event that the reader does not project; resolves with its sequence. */
const ofOthers = async () => ({
  stream: pair.bus.streamId(),
  sequence: await publishControlMessage(pair.bus, 'others.noun', {}),
})
const useAt = (position: { stream: string; sequence: number }, service = pair.running.reader) =>
  pair.readerAt(service).call(readerOperations.useThing, { body: { thingId: 'unknown' }, position })
const publishThing = (id: string) => pair.publishEvent(thing.saved, { id, version: 1, title: id })

test('what a service projects nothing of costs its database nothing, and is known as applied', async () => {
  await publishThing('before')
  await pair.settled()
  const before = await row()
  for (let beat = 0; beat < 10; beat += 1) {
    await heartbeat()
    await ofOthers()
  }
  await pair.settled()
  expect(await row()).toEqual(before)
  const { positions } = pair.running.reader.foundation
  expect(positions.known('content')?.sequence).toBeGreaterThanOrEqual(Number(before.sequence) + 20)
})

test('the next batch takes the stored position past what was passed over', async () => {
  await heartbeat()
  const { sequence } = await ofOthers()
  await publishThing('after')
  await pair.settled()
  expect(Number((await row()).sequence)).toBeGreaterThan(sequence)
})

test('who wrote what a service projects nothing of is not kept waiting by it, on any replica', async () => {
  expect((await useAt(await ofOthers())).status).toBe(404)
  const position = await ofOthers()
  await pair.settled()
  // A replica that received no announcement of the position asks for another.
  const late = await pair.startReader()
  await late.foundation.revocations.learned(seededKey)
  late.foundation.freshness.ageMs = () => 0
  const { status } = await useAt(position, late)
  await late.close()
  expect(status).toBe(404)
})

test('a leader that passed over messages is deposed where another moved the position', async () => {
  await publishThing('first')
  await heartbeat()
  await pair.settled()
  const before = await row()
  await pair
    .readerSql()
    .updateTable('projector_position')
    .set({ sequence: String(Number(before.sequence) + 1), message: null })
    .execute()
  await publishThing('second')
  await pair.settled()
  // The batch was rolled back and applied from the position of the other.
  expect(await pair.known()).toMatchObject([
    { id: 'first', applied: 1 },
    { id: 'second', applied: 1 },
  ])
})

test('the next leader begins at an older position, and loses and repeats nothing', async () => {
  const { body } = await pair.owner.call(ownerOperations.createThing, { body: { title: 'kept' } })
  for (let beat = 0; beat < 20; beat += 1) await heartbeat()
  await pair.settled()
  const before = await row()
  await pair.running.reader.close()
  // The state that a killed process leaves.
  const client = new pg.Client(pair.configs.reader.DATABASE_URL)
  await client.connect()
  await client.query('update projector_position set sequence = $1, message = null', [before.sequence])
  await client.end()
  pair.running.reader = await pair.startReader()
  await pair.running.reader.untilReady()
  const { body: next } = await pair.owner.call(ownerOperations.createThing, { body: { title: 'next' } })
  await pair.settled()
  const known = await pair.known()
  expect(statesOf(known)).toEqual([body, next])
  expect(known.map(({ applied }) => applied)).toEqual([1, 1])
})

test('the stored position follows where nothing concerns a service for long', async () => {
  await publishThing('before')
  await pair.settled()
  const { sequence } = await row()
  const beats = Array.from({ length: 1100 }, heartbeat)
  await Promise.all(beats)
  await pair.settled()
  // The position is stored after the messages, and at the latest when the leader ends in order.
  await pair.running.reader.close()
  pair.running.reader = await pair.startReader()
  expect(Number((await row()).sequence)).toBeGreaterThanOrEqual(Number(sequence) + 1100)
})
