import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { newId, resyncEndedType } from '../src/index.ts'
import { ownerOperations, type Pair, startPair, thing } from './support/pair.ts'

let pair: Pair

beforeEach(async () => {
  pair = await startPair()
  for (const title of ['a', 'b', 'c']) await pair.owner.call(ownerOperations.createThing, { body: { title } })
  await pair.settled()
})
afterEach(() => pair.stop())

const ask = (run: string) => pair.bus.connection.publish(pair.bus.subject('resync.identity'), run)

/** Counts the repetitions of each thing, and the resyncs that end, until `work` is done and `ends` of them have ended. */
async function repeated(ends: number, work: () => Promise<void>) {
  const times = new Map<string, number>()
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  let left = ends
  const subscription = pair.bus.connection.subscribe(pair.bus.subject('events.>'), {
    callback: (_, message) => {
      const { type, key, resync } = message.json<{ type: string; key: string; resync?: string }>()
      if (type === thing.saved.type && resync) times.set(key, (times.get(key) ?? 0) + 1)
      if (type === resyncEndedType && --left === 0) resolve()
    },
  })
  await pair.bus.connection.flush()
  await work()
  await ended
  subscription.unsubscribe()
  return [...times.values()]
}

/** Holds resyncs at their first page until `release`; `begun` resolves when one is there. */
function holdPages() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  pair.hooks.owner.beforePage = () => {
    begin()
    return held
  }
  return { begun, release }
}

test('a run that is asked for again and again is served once, however many replicas its owner has', async () => {
  const replicas = await Promise.all(Array.from({ length: 4 }, () => pair.startOwner()))
  const run = newId()
  const times = await repeated(1, async () => {
    const { begun, release } = holdPages()
    for (let n = 0; n < 50; n += 1) ask(run)
    await begun
    for (let n = 0; n < 50; n += 1) ask(run)
    await pair.bus.connection.flush()
    release()
  })
  for (let n = 0; n < 50; n += 1) ask(run)
  // A resync that began after that would be in progress now, and closing waits for it.
  await Promise.all(replicas.map((one) => one.close()))
  expect(times).toEqual([1, 1, 1])
  const rows = await pair.ownerSql().selectFrom('resync_run').selectAll().where('run', '=', run).execute()
  expect(rows).toMatchObject([{ ended: true }])
})

test('runs that are asked for while another is served share the next repetition', async () => {
  const times = await repeated(2, async () => {
    const { begun, release } = holdPages()
    ask(newId())
    await begun
    for (let n = 0; n < 5; n += 1) ask(newId())
    await pair.bus.connection.flush()
    release()
  })
  expect(times).toEqual([2, 2, 2])
})

test('a run whose server is gone is taken over', async () => {
  const run = newId()
  const row = { run, server: 'gone', kept_at: new Date(Date.now() - 120_000), ended: false }
  await pair.ownerSql().insertInto('resync_run').values(row).execute()
  expect(await repeated(1, async () => ask(run))).toEqual([1, 1, 1])
})
