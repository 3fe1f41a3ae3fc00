import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openPositions, type Positions } from '../src/bus/positions.ts'
import { type Pair, startPair } from './support/pair.ts'

let pair: Pair
let waiting: Positions
let sites: Positions

beforeAll(async () => {
  pair = await startPair()
  waiting = pair.running.owner.foundation.positions
  sites = openPositions(pair.bus, 'sites')
})
afterAll(() => pair.stop())

const at = (sequence: number) => ({ stream: pair.bus.streamId(), sequence })

/** Announces that sites goes on at a position, until the returned function is called. */
function goesOn(sequence: number, lacks: string[] = []) {
  const timer = setInterval(() => sites.announce({ ...at(sequence), lacks }), 10)
  return () => clearInterval(timer)
}

test('a service that is silent is not waited for', async () => {
  expect(await waiting.appliedIfAlive('sites', at(5), 60_000)).toBe(true)
})

test('a service that goes on is waited for, until it has applied the position', async () => {
  const stop = goesOn(4)
  const applied = waiting.appliedIfAlive('sites', at(5), 60_000)
  stop()
  sites.announce(at(5))
  expect(await applied).toBe(true)
})

test('a service that goes on without applying the position is behind', async () => {
  const stop = goesOn(6)
  expect(await waiting.appliedIfAlive('sites', at(7), 400)).toBe(false)
  stop()
})

test('a service that waits for the states of this one may lack what was before its position', async () => {
  const stop = goesOn(9, ['identity'])
  expect(await waiting.appliedIfAlive('sites', at(8), 400)).toBe(false)
  stop()
  const stopLackingOthers = goesOn(9, ['content'])
  expect(await waiting.appliedIfAlive('sites', at(8), 60_000)).toBe(true)
  stopLackingOthers()
})

test('a service whose leader does not answer learns that others go on without it', async () => {
  const ai = openPositions(pair.bus, 'ai')
  const absent = new Promise<void>((resolve) => ai.onAbsence(resolve))
  await pair.bus.connection.flush()
  expect(await waiting.appliedIfAlive('ai', at(5), 60_000)).toBe(true)
  await absent
})
