import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { asSuperuser, databaseOf } from './support/database-server.ts'
import { ownerOperations, type Pair, startPair, statesOf } from './support/pair.ts'

let pair: Pair

beforeEach(async () => {
  pair = await startPair()
})
afterEach(() => pair.stop())

const owned = () => pair.ownerSql().selectFrom('thing').selectAll().orderBy('id').execute()

/** Copies the database of the running owner; the function that is returned puts the copy in its place, with the owner running. */
async function backupBeside() {
  const name = databaseOf(pair.configs.owner)
  const terminate = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
  const alone = (work: (client: { query(text: string, values?: string[]): Promise<unknown> }) => Promise<unknown>) =>
    asSuperuser(async (client) => {
      await client.query(`alter database ${name} allow_connections false`)
      await client.query(terminate, [name])
      await work(client)
    })
  await alone(async (client) => {
    await client.query(`create database ${name}_backup template ${name}`)
    await client.query(`alter database ${name} allow_connections true`)
  })
  return () =>
    alone(async (client) => {
      await client.query(`drop database ${name} with (force)`)
      await client.query(`alter database ${name}_backup rename to ${name}`)
    })
}

/** Resolves once the owner's pool has replaced the connections that were ended. */
async function untilReconnected() {
  while (
    !(await owned().then(
      () => true,
      () => false,
    ))
  );
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

test('an owner whose database is restored while it runs repeats its states', async () => {
  const { id } = (await pair.owner.call(ownerOperations.createThing, { body: { title: 'kept' } })).body
  await pair.settled()
  const restore = await backupBeside()
  await untilReconnected()
  await pair.owner.call(ownerOperations.renameThing, { params: { thingId: id }, body: { title: 'lost' } })
  await pair.settled()
  await restore()
  await untilReconnected()
  await untilAgreed()
  expect(statesOf(await pair.known())).toMatchObject([{ id, title: 'kept' }])
})
