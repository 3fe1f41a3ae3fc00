import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Announcement, openPositions, type Positions } from '../src/bus/positions.ts'
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
function goesOn(sequence: number, more: Partial<Announcement> = { lacks: [] }) {
  const timer = setInterval(() => sites.announce({ ...at(sequence), ...more }), 10)
  return () => clearInterval(timer)
}

test('a service that is silent is not waited for', async () => {
  expect(await waiting.appliedIfAlive('sites', at(5), 60_000)).toBe(true)
})

test('a service that is silent is waited for where the broker has just come back: it may be about to come back too', async () => {
  const changes = [new AbortController(), new AbortController()]
  let at = 0
  const bus = {
    ...{ subject: (name: string) => name, isConnected: () => true, changed: () => changes[at]?.signal },
    connection: { subscribe: () => undefined, publish: () => undefined },
  }
  const positions = openPositions(bus as never, 'identity')
  const position = { stream: 'one', sequence: 5 }
  expect(await positions.appliedIfAlive('sites', position, 1500)).toBe(true)
  at = 1
  changes[0]?.abort()
  expect(await positions.appliedIfAlive('sites', position, 1500)).toBe(false)
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
  for (const more of [{ lacks: ['identity'] }, { trouble: 'an earlier version does not say whose' }]) {
    const stop = goesOn(9, more)
    expect(await waiting.appliedIfAlive('sites', at(8), 400)).toBe(false)
    stop()
  }
  const stopLackingOthers = goesOn(9, { lacks: ['content'] })
  expect(await waiting.appliedIfAlive('sites', at(8), 60_000)).toBe(true)
  stopLackingOthers()
})

test('each process of a service forgets what its leader had applied once the lead has ended', async () => {
  const [leader, follower] = [openPositions(pair.bus, 'content'), openPositions(pair.bus, 'content')]
  const told = (until: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => until() && resolve()
      follower.subscribe(look)
      follower.onAbsence(look)
    })
  const known = told(() => follower.hasReached('content', at(4)))
  leader.announce(at(4))
  await known
  const forgotten = told(() => follower.known('content') === undefined)
  leader.ended()
  expect(leader.known('content')).toBeUndefined()
  await forgotten
  // The next leader begins earlier.
  const again = told(() => follower.known('content') !== undefined)
  leader.announce(at(3))
  await again
  expect([leader, follower].map((one) => one.hasReached('content', at(4)))).toEqual([false, false])
})

test('a service whose leader does not answer learns that others go on without it, also if it has just answered', async () => {
  const [leader, follower] = [openPositions(pair.bus, 'ai'), openPositions(pair.bus, 'ai')]
  let absences = 0
  const absent = new Promise<void>((resolve) =>
    follower.onAbsence(() => {
      absences += 1
      resolve()
    }),
  )
  const heard = new Promise<void>((resolve) => waiting.subscribe(() => waiting.known('ai') && resolve()))
  leader.announce(at(4))
  await heard
  // The leader answers a first question, and is gone at the second, within the time for the answer to the first.
  const first = waiting.reached('ai', at(5), 300)
  await first
  expect(absences).toBe(0)
  leader.ended()
  expect(await waiting.appliedIfAlive('ai', at(5), 60_000)).toBe(true)
  await absent
})

test('a service that goes on is not taken for silent because this process was stopped', async () => {
  const stop = goesOn(10)
  const applied = waiting.appliedIfAlive('sites', at(11), 3000)
  const until = performance.now() + 1250
  while (performance.now() < until);
  expect(await applied).toBe(false)
  stop()
})
