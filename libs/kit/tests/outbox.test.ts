import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { heldTransactions } from '@quire/embedded'
import { heartbeatType, outboxRow, publishControlMessage, streamIdentity, writeOutbox } from '../src/index.ts'
import { publishRows } from '../src/outbox/publisher.ts'
import { ownerOperations, type Pair, startPair, statesOf, thing, waitingFor } from './support/pair.ts'

let pair: Pair

beforeAll(async () => {
  pair = await startPair()
})
afterAll(() => pair.stop())

const committed = (id: string) => outboxRow(thing.saved, { id, version: 1, title: 'committed' })
const find = async (id: string) => (await pair.known()).find((one) => one.id === id)
const outboxIds = async () => (await pair.ownerSql().selectFrom('outbox').select('id').execute()).map((row) => row.id)

/** Starts the owner again and resolves once its relay has published the rows that it found. */
async function restartOwner() {
  await pair.running.owner.close()
  pair.running.owner = await pair.startOwner()
}

/** Does `work`; resolves when the owner has published `count` more states and the reader has applied them. */
async function untilPublished(count: number, work: () => Promise<unknown>) {
  const { promise: published, resolve } = Promise.withResolvers<void>()
  // An event whose acknowledgement came too late is published again.
  const ids = new Set<string>()
  const subscription = pair.bus.connection.subscribe(pair.bus.eventSubject(thing.saved.type), {
    callback: (_, message) => {
      ids.add(message.json<{ id: string }>().id)
      if (ids.size === count) resolve()
    },
  })
  await pair.bus.connection.flush()
  await work()
  await published
  subscription.unsubscribe()
  // Subscribers receive an event before the stream has it; the stream takes messages in their order.
  await publishControlMessage(pair.bus, heartbeatType, {})
  await pair.settled()
}

test('what was committed but not published when the process died is told after its restart', async () => {
  const row = committed('crashed')
  await untilPublished(1, async () => {
    await writeOutbox(pair.ownerSql(), [row])
    await restartOwner()
  })
  expect(await find('crashed')).toMatchObject({ title: 'committed', applied: 1 })
})

test('what was published but not marked when the process died is not told twice', async () => {
  const row = committed('unmarked')
  const { envelope } = row
  await pair.bus.jetstream.publish(pair.bus.eventSubject(envelope.type), JSON.stringify(envelope), { msgID: row.id })
  const { last } = await streamIdentity(pair.bus)
  // The stream drops the repeated publication, but the core subscription receives it too.
  await untilPublished(2, async () => {
    await writeOutbox(pair.ownerSql(), [row, committed('behind it')])
    await restartOwner()
  })
  const after = await pair.bus.manager.streams.getMessage(pair.bus.stream, { seq: last + 1 })
  expect(after?.string()).not.toContain('unmarked')
  const marked = await pair
    .ownerSql()
    .selectFrom('outbox')
    .select('published_at')
    .where('id', '=', row.id)
    .executeTakeFirst()
  expect(marked?.published_at).not.toBeNull()
  expect(await find('unmarked')).toMatchObject({ applied: 1 })
})

test('a write with more events than are published at once tells all of them', async () => {
  await pair.settled()
  const before = (await pair.known()).length
  await untilPublished(250, async () => {
    const { status } = await pair.owner.call(ownerOperations.createThings, { body: { count: 250 } })
    expect(status).toBe(204)
  })
  expect((await pair.known()).length - before).toBe(250)
})

test('what is published together is marked together', async () => {
  const marks: string[] = []
  const { Client } = pair.running.owner.foundation.database
  const { query } = Client.prototype
  Client.prototype.query = function (this: object, ...args: unknown[]) {
    const { text } = Object(args[0])
    if (/^update "outbox"/.test(text)) marks.push(text)
    return Reflect.apply(query, this, args)
  } as typeof query
  const created = Array.from({ length: 30 }, (_, n) =>
    pair.owner.call(ownerOperations.createThing, { body: { title: `together ${n}` } }),
  )
  expect((await Promise.all(created)).map(({ status }) => status)).toEqual(created.map(() => 201))
  await pair.running.owner.foundation.publisher.settled()
  Client.prototype.query = query
  const unmarked = pair.ownerSql().selectFrom('outbox').select('id').where('published_at', 'is', null)
  expect(await unmarked.execute()).toEqual([])
  expect(marks.length).toBeLessThan(created.length / 2)
})

test('the relay leaves rows that were just written to the process that wrote them', async () => {
  const young = committed('just written')
  await writeOutbox(pair.ownerSql(), [young])
  const createdAt = new Date(Date.now() + 3600_000)
  await pair.ownerSql().updateTable('outbox').set({ created_at: createdAt }).where('id', '=', young.id).execute()
  await untilPublished(1, () => writeOutbox(pair.ownerSql(), [committed('left by a process')]))
  expect(await find('left by a process')).toBeDefined()
  expect(await find('just written')).toBeUndefined()
  await pair.ownerSql().deleteFrom('outbox').where('id', '=', young.id).execute()
})

test('no transaction is open while the relay waits for the broker', async () => {
  const { jetstream } = pair.running.owner.foundation.bus
  const publish = jetstream.publish.bind(jetstream)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: relaying, resolve: relay } = Promise.withResolvers<void>()
  jetstream.publish = async (...args) => {
    relay()
    await held
    return publish(...args)
  }
  await untilPublished(1, async () => {
    await writeOutbox(pair.ownerSql(), [committed('while the broker is slow')])
    await relaying
    expect(await heldTransactions(pair.configs.owner.DATABASE_URL)).toEqual([])
    release()
  })
  jetstream.publish = publish
})

test('a write may tell of more than one statement has room for', async () => {
  const rows = Array.from({ length: 17_000 }, (_, index) => committed(`many-${index}`))
  const transaction = await pair.ownerSql().startTransaction().execute()
  await writeOutbox(transaction as never, rows)
  const ids = new Set((await transaction.selectFrom('outbox').select('id').execute()).map(({ id }) => id))
  // None of these things need be published.
  await transaction.rollback().execute()
  expect(rows.filter(({ id }) => !ids.has(id))).toEqual([])
})

test('one event that the broker refuses does not hold up the others', async () => {
  const refused = { ...committed('refused'), id: '0'.repeat(26) }
  const huge = { ...refused, envelope: { ...refused.envelope, data: { title: 'x'.repeat(80_000) } } }
  await untilPublished(2, async () => {
    await writeOutbox(pair.ownerSql(), [huge, committed('not refused')])
    await restartOwner()
  })
  expect(await find('not refused')).toBeDefined()
  await pair.ownerSql().deleteFrom('outbox').where('id', '=', huge.id).execute()
})

test('an event as large as allowed passes the broker, headers and all', async () => {
  const titleLength =
    64 * 1024 - Buffer.byteLength(JSON.stringify(outboxRow(thing.saved, { id: 'big', version: 1, title: '' }).envelope))
  const row = outboxRow(thing.saved, { id: 'big', version: 1, title: 'x'.repeat(titleLength) })
  await pair.bus.jetstream.publish(pair.bus.eventSubject(row.envelope.type), JSON.stringify(row.envelope), {
    msgID: row.id,
  })
  await pair.settled()
  expect((await find('big'))?.title).toHaveLength(titleLength)
  expect(() => outboxRow(thing.saved, { id: 'big', version: 2, title: 'x'.repeat(titleLength + 1) })).toThrow('64 kB')
})

test('published rows are deleted after their time, unpublished ones never', async () => {
  const [old, fresh] = [committed('old'), committed('fresh')]
  await writeOutbox(pair.ownerSql(), [old, fresh])
  const published = (id: string, ageMs: number) =>
    pair
      .ownerSql()
      .updateTable('outbox')
      .set({ published_at: new Date(Date.now() - ageMs) })
      .where('id', '=', id)
      .execute()
  await published(old.id, 25 * 3600_000)
  await published(fresh.id, 23 * 3600_000)
  await restartOwner()
  // A turn of the relay ends with the deletion, and stopping waits for the turn in progress.
  await restartOwner()
  const left = await outboxIds()
  expect(left).not.toContain(old.id)
  expect(left).toContain(fresh.id)
})

// The owner does not start again after these: it would take its events without rows for a loss of its database.
test('more rows than are sent together are all published, and the last place is known', async () => {
  const rows = Array.from({ length: 1200 }, (_, index) => committed(`together-${index}`))
  const { published, sequence, failure } = await publishRows(pair.bus, rows)
  expect([published.map(({ id }) => id), failure]).toEqual([rows.map(({ id }) => id), undefined])
  const { manager, stream } = pair.bus
  // Reads by subject, because the last message of the stream may be a heartbeat.
  const last = await manager.streams.getMessage(stream, { last_by_subj: pair.bus.eventSubject(thing.saved.type) })
  expect(sequence).toBe(last?.seq)
})

test('where the broker refuses one, what was not sent with it is left for later', async () => {
  const [first, ...rest] = Array.from({ length: 600 }, (_, index) => committed(`halted-${index}`))
  if (!first) throw new Error('there is no first')
  const huge = { ...first, envelope: { ...first.envelope, data: { title: 'x'.repeat(80_000) } } }
  const { published, failure } = await publishRows(pair.bus, [huge, ...rest])
  expect(failure).toBeDefined()
  expect(published.map(({ id }) => id)).toEqual(rest.slice(0, 499).map(({ id }) => id))
})

test('after all this the reader knows everything that the owner has', async () => {
  await pair.running.owner.untilReady()
  expect(await waitingFor(pair.running.reader)).toEqual([])
  const owned = await pair.ownerSql().selectFrom('thing').selectAll().orderBy('id').execute()
  expect(statesOf(await pair.known())).toEqual(expect.arrayContaining(owned))
})
