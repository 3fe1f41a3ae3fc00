import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createFairScheduler } from './fair-scheduling.ts'

/** A scheduler whose turns come when the test calls `next`. */
function manualTurns(maxPerTurn: number) {
  const due: (() => void)[] = []
  const turn = createFairScheduler(maxPerTurn, (next) => due.push(next))
  const passed: string[] = []
  return {
    passed,
    ask: (caller: string, times: number) => {
      for (let number = 0; number < times; number += 1) void turn(caller).then(() => passed.push(caller))
    },
    /** Runs the next turn; false if none was due. */
    async next() {
      const next = due.shift()
      next?.()
      await setImmediate()
      return next !== undefined
    },
  }
}

test('a caller goes on so many times in a turn, and nobody waits for its others', async () => {
  const turns = manualTurns(2)
  turns.ask('eve', 5)
  turns.ask('ada', 1)
  await setImmediate()
  expect(turns.passed).toEqual(['eve', 'eve', 'ada'])
  await turns.next()
  expect(turns.passed).toEqual(['eve', 'eve', 'ada', 'eve', 'eve'])
  turns.ask('eve', 1)
  await turns.next()
  expect(turns.passed.slice(5)).toEqual(['eve', 'eve'])
})

test('where nobody waits no further turn is asked for', async () => {
  const turns = manualTurns(2)
  turns.ask('eve', 3)
  expect([await turns.next(), await turns.next(), await turns.next()]).toEqual([true, true, false])
  turns.ask('eve', 1)
  expect(await turns.next()).toBe(true)
  expect(turns.passed).toHaveLength(4)
})
