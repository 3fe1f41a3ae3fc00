import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { outboxRow } from '../src/index.ts'
import { followed } from '../src/outbox/followed-header.ts'
import { ownerOperations, type Pair, startPair, thing } from './support/pair.ts'

let pair: Pair
beforeAll(async () => {
  pair = await startPair()
})
afterAll(() => pair.stop())

/** Does `work`, and counts the batches that the reader applied meanwhile. */
async function batchesDuring(work: () => Promise<unknown>): Promise<number> {
  await pair.settled()
  const { Client } = pair.running.reader.foundation.database
  const { query } = Client.prototype
  let batches = 0
  Client.prototype.query = function (this: object, ...args: unknown[]) {
    if (/^update "projector_position"/.test(Object(args[0]).text ?? args[0])) batches += 1
    return Reflect.apply(query, this, args)
  } as typeof query
  await work()
  await pair.settled()
  Client.prototype.query = query
  return batches
}

test('what one write tells is applied in one transaction', async () => {
  const before = (await pair.known()).length
  const batches = await batchesDuring(() => pair.owner.call(ownerOperations.createThings, { body: { count: 20 } }))
  expect([(await pair.known()).length - before, batches]).toEqual([20, 1])
})

test('an event is applied where the one that was sent with it does not come', async () => {
  const { envelope } = outboxRow(thing.saved, { id: 'alone', version: 1, title: 'alone' })
  const batches = await batchesDuring(() =>
    pair.bus.jetstream.publish(pair.bus.eventSubject(envelope.type), JSON.stringify(envelope), { headers: followed() }),
  )
  expect((await pair.known()).filter(({ id }) => id === 'alone')).toHaveLength(1)
  expect(batches).toBe(1)
})
