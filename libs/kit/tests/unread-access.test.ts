import { EventEmitter, on } from 'node:events'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { EventEnvelope } from '@quire/contracts'
import { newId, outboxRow, resyncBegunType, resyncEndedType } from '../src/index.ts'
import { type Pair, readerOperations, rule, startPair, thing, untilWaiting, waitingFor } from './support/pair.ts'

let pair: Pair

beforeEach(async () => {
  pair = await startPair()
})
afterEach(() => pair.stop())

const saved = (id: string, version: number, resync?: string) =>
  outboxRow(rule.saved, { id, version, title: `version ${version}` }, resync ? { resync, epoch: 0 } : undefined)
    .envelope
/** Converts an event to that of an owner's version that has no titles. */
function unreadable(envelope: EventEnvelope): EventEnvelope {
  const { title: _, ...data } = envelope.data as Record<string, unknown>
  return { ...envelope, data }
}
const rules = () => pair.readerSql().selectFrom('known_rule').selectAll().orderBy('id').execute()
const use = (thingId: string) => pair.reader.call(readerOperations.useThing, { body: { thingId } })
const isUnread = (reasons: string[]) => reasons.some((one) => one.includes('identity.rule.saved.v1 of r'))

/** Holds a resync at its first page until `release`. */
function holdPages() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  pair.hooks.owner.beforePage = () => held
  return release
}

/** Collects the runs that the owner is requested to serve, each once and in order. */
function runsAskedFor() {
  const asked = new EventEmitter()
  const seen = new Set<string>()
  pair.bus.connection.subscribe(pair.bus.subject('resync.identity'), {
    callback: (_, message) => {
      const run = message.string()
      if (seen.has(run)) return
      seen.add(run)
      asked.emit('run', run)
    },
  })
  const runs = on(asked, 'run')[Symbol.asyncIterator]()
  return async () => String((await runs.next()).value?.[0])
}

/** Repeats the states between two resync marks, in the place of the owner. */
async function repeat(run: string, states: EventEnvelope[]) {
  const mark = (type: string) => ({
    id: newId(),
    type,
    key: type,
    version: 0,
    at: '',
    data: { owner: 'identity', run },
  })
  await pair.publish(mark(resyncBegunType), ...states, mark(resyncEndedType))
  await pair.settled()
}

test('an event about access that cannot be read is passed over; access grows stale until its owner has repeated it', async () => {
  const release = holdPages()
  await pair.publish(unreadable(saved('r', 1)))
  await pair.publishEvent(thing.saved, { id: 'later', version: 1, title: 'later' })
  await pair.settled()
  const passed = performance.now()
  expect(await pair.known()).toMatchObject([{ id: 'later' }])
  expect(await waitingFor(pair.running.reader)).toEqual([expect.stringContaining('identity.rule.saved.v1 of r')])
  const { freshness } = pair.running.reader.foundation
  await freshness.ask()
  await pair.settled()
  expect(freshness.ageMs()).toBeGreaterThanOrEqual(performance.now() - passed)
  await pair.running.reader.close()
  pair.running.reader = await pair.startReader()
  await untilWaiting(pair.running.reader, isUnread)
  expect((await use('later')).status).toBe(503)
  pair.hooks.owner.rules = [{ id: 'r', version: 1, title: 'now with a title' }]
  release()
  await pair.running.reader.untilReady()
  expect(await rules()).toEqual([{ id: 'r', title: 'now with a title' }])
  expect((await use('unknown')).status).toBe(404)
})

test('a message about access whose envelope cannot be read counts as one that was passed over', async () => {
  const release = holdPages()
  await pair.bus.jetstream.publish(pair.bus.eventSubject(rule.saved.type), 'not json')
  await pair.settled()
  expect(await waitingFor(pair.running.reader)).toEqual([expect.stringContaining('identity.rule.saved.v1')])
  release()
  await pair.running.reader.untilReady()
})

test('a repetition with a state that cannot be read drops nothing and ends nothing: another one is asked for', async () => {
  await pair.publish(saved('r', 1), saved('s', 1))
  await pair.settled()
  await pair.running.owner.close()
  const nextRun = runsAskedFor()
  await pair.publish(unreadable(saved('r', 2)))
  const first = await nextRun()
  await repeat(first, [saved('s', 1, first), unreadable(saved('r', 2, first)), saved('t', 1, first)])
  expect((await rules()).map(({ id }) => id)).toEqual(['r', 's', 't'])
  expect(isUnread(await waitingFor(pair.running.reader))).toBe(true)
  const second = await nextRun()
  expect(second).not.toBe(first)
  await repeat(second, [saved('r', 2, second), saved('t', 1, second)])
  expect(await rules()).toEqual([
    { id: 'r', title: 'version 2' },
    { id: 't', title: 'version 1' },
  ])
  pair.running.owner = await pair.startOwner()
  await untilWaiting(pair.running.reader, (reasons) => reasons.length === 0)
})

test('an event that is passed over while its owner repeats its states spoils that repetition', async () => {
  await pair.publish(saved('r', 1))
  await pair.settled()
  await pair.running.owner.close()
  const nextRun = runsAskedFor()
  await pair.publish(unreadable(saved('r', 2)))
  const first = await nextRun()
  await repeat(first, [unreadable(saved('s', 1))])
  expect(await rules()).toHaveLength(1)
  expect(await nextRun()).not.toBe(first)
  pair.running.owner = await pair.startOwner()
})

test('what is passed over is counted, and nothing of it is parked', async () => {
  await pair.publish(unreadable(saved('r', 1)), unreadable(saved('s', 1)))
  await pair.settled()
  const { metrics } = pair.running.reader.foundation
  expect(await metrics.registry.metrics()).toMatch(/quire_access_events_unread_total\{service="content"\} 2/)
  expect(await pair.readerSql().selectFrom('dead_letter').selectAll().execute()).toEqual([])
})
