import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { sql as raw } from 'kysely'
import { askForAllStates, newId, outboxRow, resyncBegunType, resyncEndedType } from '../src/index.ts'
import { followStream, Outdated } from '../src/projector/follow-stream.ts'
import { asSuperuser, databaseOf, endConnections } from './support/database-server.ts'
import { ownerOperations, type Pair, rule, startPair, statesOf, thing, untilWaiting } from './support/pair.ts'

let pair: Pair

beforeEach(async () => {
  pair = await startPair()
})
afterEach(() => pair.stop())

const isReady = (reasons: string[]) => reasons.length === 0
const create = async (title: string) => (await pair.owner.call(ownerOperations.createThing, { body: { title } })).body
const rename = (thingId: string, title: string) =>
  pair.owner.call(ownerOperations.renameThing, { params: { thingId }, body: { title } })
const owned = () => pair.ownerSql().selectFrom('thing').selectAll().orderBy('id').execute()
const epochOf = async () =>
  Number((await pair.ownerSql().selectFrom('incarnation').select('epoch').executeTakeFirstOrThrow()).epoch)

type Side = 'owner' | 'reader'

async function start(side: Side) {
  pair.running[side] = side === 'owner' ? await pair.startOwner() : await pair.startReader()
  await pair.running[side].untilReady()
}

/** Copies the databases of these sides, as a backup does; the function that is returned restores them, once. */
async function backup(...sides: Side[]) {
  const names = sides.map((side) => databaseOf(pair.configs[side]))
  await asSuperuser(async (client) => {
    for (const name of names) {
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      await client.query(`alter database ${name} allow_connections false`)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      await client.query(`create database ${name}_backup template ${name}`)
      await client.query(`alter database ${name} allow_connections true`)
    }
  })
  return async () => {
    await Promise.all(sides.map((side) => pair.running[side].close()))
    await asSuperuser(async (client) => {
      for (const name of names) {
        await client.query(`drop database ${name} with (force)`)
        await client.query(`alter database ${name}_backup rename to ${name}`)
      }
    })
    for (const side of sides) await start(side)
  }
}

/** Resolves once the reader's copies are the owner's things. */
async function untilAgreed() {
  const { positions } = pair.running.reader.foundation
  const agrees = async () => {
    const [known, present] = [statesOf(await pair.known()), await owned()]
    return JSON.stringify(known) === JSON.stringify(present)
  }
  await new Promise<void>((resolve, reject) => {
    const look = () =>
      agrees().then((does) => {
        if (!does) return
        stop()
        resolve()
      }, reject)
    const stop = positions.subscribe(look)
    look()
  })
}

/** Makes things that a restored owner has lost, beside one that it keeps with an earlier title. */
async function loseSome(restored: Side[]) {
  const { id } = await create('kept')
  await pair.settled()
  const restore = await backup(...restored)
  for (const title of ['once', 'twice', 'three times']) await rename(id, title)
  await create('lost')
  await pair.settled()
  await restore()
  return id
}

test.each<[string, Side[]]>([
  ['an owner', ['owner']],
  ['a reader', ['reader']],
  ['both', ['owner', 'reader']],
])('after the restore of %s the copies are what the owner has, and later changes are applied', async (_, restored) => {
  const id = await loseSome(restored)
  await untilAgreed()
  await rename(id, 'after')
  await pair.settled()
  expect(statesOf(await pair.known())).toEqual(await owned())
  expect(await owned()).toContainEqual(expect.objectContaining({ id, title: 'after' }))
})

test('a change right after the restore of an owner wins over all versions that it has lost', async () => {
  const id = await loseSome(['owner'])
  expect(await rename(id, 'right after')).toMatchObject({ status: 200 })
  await pair.settled()
  await untilAgreed()
  expect(await owned()).toMatchObject([{ id, title: 'right after' }])
})

test('a promoted server raises the epoch before its first write, and repeats its states', async () => {
  const { id } = await create('kept')
  await pair.settled()
  const before = await epochOf()
  // What a standby lacks that was promoted: the last change, which the reader has.
  await rename(id, 'lost')
  await pair.settled()
  await pair.ownerSql().updateTable('thing').set({ title: 'kept', version: 1 }).execute()
  await pair.ownerSql().updateTable('incarnation').set({ lineage: 'another/00000001' }).execute()
  await endConnections(pair.configs.owner)
  await untilAgreed()
  expect(await epochOf()).toBeGreaterThan(before)
  await rename(id, 'after')
  await pair.settled()
  expect(statesOf(await pair.known())).toMatchObject([{ title: 'after' }])
})

test('a database has lost its end although others have published thousands of events since', async () => {
  const { id } = await create('kept')
  await pair.settled()
  await rename(id, 'lost')
  await pair.settled()
  const sql = pair.ownerSql()
  await sql.updateTable('thing').set({ title: 'kept', version: 1 }).execute()
  const newest = sql.selectFrom('outbox').select('id').orderBy('id', 'desc').limit(1)
  await sql.deleteFrom('outbox').where('id', '=', newest).execute()
  const { jetstream, eventSubject } = pair.running.owner.foundation.bus
  const ofAnother = Array.from({ length: 2100 }, () => jetstream.publish(eventSubject('content.space.saved'), '{}'))
  await Promise.all(ofAnother)
  await create('after')
  await sql
    .updateTable('incarnation')
    .set({ epoch: String((await epochOf()) + 1) })
    .execute()
  await untilAgreed()
  expect(statesOf(await pair.known())).toMatchObject([{ title: 'kept' }, { title: 'after' }])
})

test('an owner whose published events the stream has lost repeats its states', async () => {
  await create('lost on the way')
  await pair.settled()
  await pair.running.owner.foundation.publisher.settled()
  const newest = pair.ownerSql().selectFrom('outbox').select('sequence').orderBy('sequence', 'desc')
  const { sequence } = await newest.executeTakeFirstOrThrow()
  await pair.running.owner.close()
  await pair.bus.manager.streams.deleteMessage(pair.bus.stream, Number(sequence))
  await pair.readerSql().deleteFrom('known_thing').execute()
  await pair.readerSql().deleteFrom('projected').execute()
  await start('owner')
  await untilAgreed()
  expect(await pair.known()).toMatchObject([{ title: 'lost on the way' }])
})

/** Has the stream lose the newest event of the owner, whose place another one takes, and tells it a later event. */
async function loseNewestEvent() {
  const sql = pair.ownerSql()
  const { bus, publisher } = pair.running.owner.foundation
  await publisher.settled()
  const newest = sql
    .selectFrom('outbox')
    .select('sequence')
    .orderBy('sequence', (sql) => sql.desc().nullsLast())
  const { sequence } = await newest.executeTakeFirstOrThrow()
  await pair.bus.manager.streams.deleteMessage(pair.bus.stream, Number(sequence))
  const event = outboxRow(rule.saved, { id: newId(), version: 1, title: 'later' })
  const { seq } = await pair.bus.jetstream.publish(
    bus.eventSubject(event.envelope.type),
    JSON.stringify(event.envelope),
  )
  const published = { published_at: new Date(), stream: bus.streamId(), sequence: `${seq}` }
  await sql
    .insertInto('outbox')
    .values({ ...event, envelope: JSON.stringify(event.envelope) as never, ...published })
    .execute()
  await pair.readerSql().deleteFrom('known_thing').execute()
  await pair.readerSql().deleteFrom('projected').execute()
  await bus.connection.reconnect()
}

/** Has the owner compare its database with the stream once more, and waits for that as who takes rights away does. */
async function compareAgain(thingId: string) {
  const { bus } = pair.running.owner.foundation
  const changed = bus.changed()
  await bus.connection.reconnect()
  if (!changed.aborted) await once(changed, 'abort')
  while ((await pair.owner.call(ownerOperations.restrictThing, { params: { thingId } })).status === 503);
}

/** The number of times that the owner has begun to repeat its states. */
async function repetitions() {
  const messages = await pair.bus.jetstream.consumers.get(pair.bus.stream)
  const { num_pending: count } = await messages.info()
  const begun: unknown[] = []
  for await (const message of await messages.fetch({ max_messages: count, expires: 2000 })) {
    const { type, data } = message.json<{ type: string; data: { owner: string } }>()
    if (type === resyncBegunType && data.owner === 'identity') begun.push(message)
  }
  return begun.length
}

test('an owner repeats its states where the stream has other events of it at the places of those that were lost', async () => {
  const { id } = await create('lost on the way')
  await pair.settled()
  await loseNewestEvent()
  await untilAgreed()
  expect(await pair.known()).toMatchObject([{ id, title: 'lost on the way' }])
})

test('an owner repeats its states, once, where the stream loses what it had when both were compared last', async () => {
  const { id } = await create('lost later')
  await pair.settled()
  await compareAgain(id)
  await create('lost too')
  await pair.settled()
  await compareAgain(id)
  const before = await repetitions()
  await loseNewestEvent()
  await untilAgreed()
  await compareAgain(id)
  expect((await repetitions()) - before).toBe(1)
})

test('another event at the position of a reader resynchronises', async () => {
  await create('kept')
  await pair.settled()
  await pair.running.reader.close()
  await pair.readerSql().updateTable('projector_position').set({ message: 'the event that was lost' }).execute()
  await pair.readerSql().deleteFrom('known_thing').execute()
  await pair.readerSql().deleteFrom('projected').execute()
  await start('reader')
  expect(statesOf(await pair.known())).toEqual(await owned())
})

test('states that a late run repeats do not undo what another run has repeated since', async () => {
  const { id, title, version } = await create('present')
  await pair.settled()
  const [late, active] = [newId(), newId()]
  const mark = (type: string, run: string) => ({
    ...{ id: newId(), type, key: type, version: 0, at: '' },
    data: { owner: 'identity', run },
  })
  const state = (run: string, data: { version: number; title: string }) => ({
    ...{ id: newId(), type: thing.saved.type, key: id, version: data.version, at: '', resync: run },
    data: { id, ...data },
  })
  await pair.publish(mark(resyncBegunType, late), mark(resyncBegunType, active))
  await pair.publish(state(active, { version, title }), state(late, { version: version - 1, title: 'before' }))
  await pair.publish(mark(resyncEndedType, late), mark(resyncEndedType, active))
  await pair.settled()
  expect(statesOf(await pair.known())).toMatchObject([{ id, title: 'present' }])
})

/** Does what a migration of the reader does, and names the schema that knows it: this version's, or a later one. */
async function migrateReader(schema: number) {
  await raw.raw(askForAllStates).execute(pair.readerSql())
  await pair.readerSql().updateTable('projector_position').set({ schema }).execute()
}
const knownSchema = () =>
  pair
    .readerSql()
    .selectFrom('mikro_orm_migrations' as never)
    .select(count)
    .executeTakeFirstOrThrow()
const count = raw<number>`count(*)::int`.as('count')

test('states that a migration asks for are saved again, the known ones too', async () => {
  await create('kept')
  await pair.settled()
  await pair.running.reader.close()
  await pair.readerSql().updateTable('known_thing').set({ title: 'without the new column' }).execute()
  await migrateReader((await knownSchema()).count)
  await start('reader')
  expect(statesOf(await pair.known())).toEqual(await owned())
})

test('a projector of a version before a migration does not lead after it', async () => {
  await pair.running.reader.close()
  const { count: schema } = await knownSchema()
  await migrateReader(schema + 1)
  const deps = { bus: pair.bus, sql: pair.readerSql, projections: new Map(), schema }
  const leading = followStream(deps as never, {} as never, AbortSignal.abort(), { startOver: false })
  await expect(leading).rejects.toThrow(Outdated)
  await migrateReader(schema)
  await start('reader')
})

test('an owner of an earlier version does not answer what a migration asks for', async () => {
  const { id } = await create('whole')
  await pair.settled()
  await Promise.all([pair.running.owner.close(), pair.running.reader.close()])
  await pair.readerSql().updateTable('known_thing').set({ title: 'without the new column' }).execute()
  await migrateReader((await knownSchema()).count)
  const asked = new Set<string>()
  const { promise: askedAgain, resolve } = Promise.withResolvers<void>()
  pair.bus.connection.subscribe(pair.bus.subject('resync.identity'), {
    callback: (_, message) => {
      const run = message.string()
      if (asked.has(run)) return
      if (asked.add(run).size > 1) return resolve()
      const mark = { id: newId(), version: 0, at: '', data: { owner: 'identity', run } }
      const state = { id: newId(), type: thing.saved.type, key: id, version: 1, at: '', resync: run }
      void pair.publish(
        { ...mark, type: resyncBegunType, key: resyncBegunType },
        { ...state, data: { id, version: 1, title: 'still without the new column' } },
        { ...mark, id: newId(), type: resyncEndedType, key: resyncEndedType },
      )
    },
  })
  pair.running.reader = await pair.startReader()
  await askedAgain
  pair.running.owner = await pair.startOwner()
  await untilWaiting(pair.running.reader, isReady)
  expect(statesOf(await pair.known())).toEqual(await owned())
})

test('a projector of before there were schemas cannot set a position', async () => {
  const row = { stream: 'any', sequence: '0', resync: '{}' }
  const setting = pair
    .readerSql()
    .insertInto('projector_position')
    .values(row as never)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute()
  await expect(setting).rejects.toThrow('null value in column "schema"')
})
