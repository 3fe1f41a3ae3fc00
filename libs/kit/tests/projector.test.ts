import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { newId, outboxRow, resyncBegunType, resyncEndedType } from '../src/index.ts'
import { ownerOperations, type Pair, startPair, statesOf, thing } from './support/pair.ts'

let pair: Pair
let held: Promise<void> | undefined
const hold = { beforePage: () => held ?? Promise.resolve() }

beforeAll(async () => {
  pair = await startPair({ owner: hold })
})
afterAll(() => pair.stop())
beforeEach(() => {
  held = undefined
})

const saved = (id: string, version: number, title: string) => outboxRow(thing.saved, { id, version, title }).envelope
const removed = (id: string, version: number) => outboxRow(thing.removed, { key: id, version }).envelope
const find = async (id: string) => (await pair.known()).find((one) => one.id === id)

async function restartReader() {
  await pair.running.reader.close()
  pair.running.reader = await pair.startReader()
}

async function dropProjections() {
  const sql = pair.readerSql()
  await sql.deleteFrom('known_thing').execute()
  await sql.deleteFrom('projected').execute()
  await sql.deleteFrom('projector_position').execute()
}

async function restartEmptied() {
  await dropProjections()
  await restartReader()
  await pair.running.reader.untilReady()
}

test('an event told twice is applied once', async () => {
  const one = saved('twice', 1, 'once')
  await pair.publish(one, one)
  await pair.settled()
  await pair.publish(one)
  await pair.settled()
  expect(await find('twice')).toMatchObject({ title: 'once', applied: 1 })
})

test('an event that comes after a newer one changes nothing, in one batch or two', async () => {
  await pair.publish(saved('late', 3, 'newest'), saved('late', 1, 'oldest'))
  await pair.settled()
  await pair.publish(saved('late', 2, 'older'))
  await pair.settled()
  expect(await find('late')).toEqual({ id: 'late', title: 'newest', version: 3, applied: 1 })
})

test('events in any order leave the state of the newest', async () => {
  const versions = [4, 1, 5, 3, 2]
  await pair.publish(...versions.map((version) => saved('any', version, `version ${version}`)))
  await pair.settled()
  expect(await find('any')).toMatchObject({ title: 'version 5', version: 5 })
})

test('a save that comes after its tombstone brings nothing back', async () => {
  await pair.publish(saved('gone', 1, 'first'), removed('gone', 3))
  await pair.settled()
  await pair.publish(saved('gone', 2, 'late'))
  await pair.settled()
  expect(await find('gone')).toBeUndefined()
})

test('a tombstone of something never seen is remembered', async () => {
  await pair.publish(removed('never', 2), saved('never', 1, 'late'))
  await pair.settled()
  expect(await find('never')).toBeUndefined()
})

test('a tombstone that comes after a later life changes nothing', async () => {
  await pair.publish(saved('reborn', 3, 'again'), removed('reborn', 2))
  await pair.settled()
  expect(await find('reborn')).toMatchObject({ title: 'again' })
})

test('a message that is no event is passed over', async () => {
  await pair.bus.jetstream.publish(pair.bus.eventSubject('what.is.this'), '{"nonsense":true}')
  await pair.bus.jetstream.publish(pair.bus.eventSubject('what.is.that'), 'not json')
  await pair.publish(saved('after', 1, 'nonsense'))
  await pair.settled()
  expect(await find('after')).toMatchObject({ title: 'nonsense' })
})

test('a resync into an emptied database makes the same projection as the live one', async () => {
  const made: string[] = []
  for (const title of ['a', 'b', 'c']) made.push((await create(title)).id)
  await pair.owner.call(ownerOperations.renameThing, { params: { thingId: made[1] ?? '' }, body: { title: 'B' } })
  await pair.owner.call(ownerOperations.removeThing, { params: { thingId: made[2] ?? '' } })
  await pair.settled()
  // The owner does not have the things of the made-up events above.
  const owned = await pair.ownerSql().selectFrom('thing').selectAll().orderBy('id').execute()
  const live = statesOf(await pair.known()).filter((one) => owned.some(({ id }) => id === one.id))
  await restartEmptied()
  expect(statesOf(await pair.known())).toEqual(live)
  expect(live).toEqual(owned)
})

test('a resync drops what the owner no longer has', async () => {
  await pair.publish(saved('ghost', 1, 'never owned'))
  await pair.settled()
  expect(await find('ghost')).toBeDefined()
  await pair.readerSql().deleteFrom('projector_position').execute()
  await restartReader()
  await pair.running.reader.untilReady()
  expect(await find('ghost')).toBeUndefined()
})

test('changes made while a resync is under way survive it', async () => {
  const kept = await create('before')
  const doomed = await create('doomed')
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  pair.hooks.owner.beforePage = () => {
    begin()
    return promise
  }
  await dropProjections()
  await restartReader()
  await begun
  const added = await create('during')
  await pair.owner.call(ownerOperations.renameThing, { params: { thingId: kept.id }, body: { title: 'renamed' } })
  await pair.owner.call(ownerOperations.removeThing, { params: { thingId: doomed.id } })
  release()
  await pair.running.reader.untilReady()
  expect(await find(added.id)).toMatchObject({ title: 'during' })
  expect(await find(kept.id)).toMatchObject({ title: 'renamed', version: 2 })
  expect(await find(doomed.id)).toBeUndefined()
})

test('what one resync missed, the next brings back', async () => {
  const missed = await create('missed')
  await pair.settled()
  const run = newId()
  await pair
    .readerSql()
    .updateTable('projector_position')
    .set({ resync: JSON.stringify({ wanted: {}, active: {} }) })
    .execute()
  await pair.bus.jetstream.publish(pair.bus.eventSubject(resyncBegunType), mark(resyncBegunType, run))
  await pair.bus.jetstream.publish(pair.bus.eventSubject(resyncEndedType), mark(resyncEndedType, run))
  await pair.settled()
  expect(await find(missed.id)).toBeUndefined()
  await pair.readerSql().deleteFrom('projector_position').execute()
  await restartReader()
  await pair.running.reader.untilReady()
  expect(await find(missed.id)).toMatchObject({ title: 'missed' })
})

const mark = (type: string, run: string) =>
  JSON.stringify({ id: newId(), type, key: type, version: 0, at: '', data: { owner: 'identity', run } })

async function create(title: string): Promise<{ id: string }> {
  return (await pair.owner.call(ownerOperations.createThing, { body: { title } })).body
}
