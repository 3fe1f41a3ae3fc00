import { expect, test } from '@jest/globals'
import { createTurns } from './turns.ts'

/** Turns whose rounds of the event loop the test makes. */
function turns() {
  const rounds: (() => void)[] = []
  const went: string[] = []
  const take = createTurns((next) => void rounds.push(next))
  return {
    went,
    ask: (name: string, ...groups: string[]) => void take(groups).then(() => went.push(name)),
    async round() {
      await Promise.resolve()
      rounds.shift()?.()
      await Promise.resolve()
      return rounds.length
    },
  }
}

test('one goes on in each round, sites take turns, and so do the addresses of each', async () => {
  const { ask, round, went } = turns()
  for (const name of ['a1', 'a2', 'a3']) ask(name, 'site a', 'attacker')
  ask('b1', 'site b', 'somebody')
  ask('a4', 'site a', 'somebody')
  for (const name of ['b2', 'b3']) ask(name, 'site b', 'somebody')
  await Promise.resolve()
  expect(went).toEqual(['a1'])
  const order = ['a2', 'b1', 'a4', 'b2', 'a3', 'b3']
  for (const [at] of order.entries()) {
    await round()
    expect(went).toEqual(['a1', ...order.slice(0, at + 1)])
  }
})

test('who asks while nobody waits goes on at once, and an idle thread has no rounds', async () => {
  const { ask, round, went } = turns()
  ask('first', 'a')
  expect(await round()).toBe(0)
  ask('second', 'a')
  await Promise.resolve()
  expect(went).toEqual(['first', 'second'])
  ask('third')
  ask('fourth', 'a')
  await round()
  expect(went).toEqual(['first', 'second', 'third'])
  await round()
  expect(went.at(-1)).toBe('fourth')
  expect(await round()).toBe(0)
})
