import { expect, test } from '@jest/globals'
import { goalTable, missedIn, outcomeOf, type Part } from './goal.ts'

const part = (measure: Part<undefined>['measure']): Part<undefined> => ({
  name: 'reads',
  goals: [
    { name: 'a space', unit: 'of (c)', atLeast: 0.45 },
    { name: 'events', unit: 'ms', atMost: 50 },
  ],
  measure,
})
const measured = (space: number, events: number) =>
  outcomeOf(
    part(async () => ({
      figures: new Map([
        ['a space', space],
        ['events', events],
      ]),
    })),
    undefined,
  )

test('a figure at its bound has reached it', async () => {
  expect(missedIn([await measured(0.45, 50)])).toEqual([])
})

test('what falls below or exceeds its bound is missed, by name', async () => {
  expect(missedIn([await measured(0.44, 50)])).toEqual(['a space'])
  expect(missedIn([await measured(0.5, 50.1)])).toEqual(['events'])
})

test('a part that fails misses all of its goals and says why', async () => {
  const outcome = await outcomeOf(
    part(() => Promise.reject(new Error('the service is away'))),
    undefined,
  )
  expect(outcome.failure).toBe('the service is away')
  expect(missedIn([outcome, await measured(1, 1)])).toEqual(['a space', 'events'])
})

test('the table says of each goal whether it was reached', async () => {
  const lines = goalTable([await measured(0.5, 60)]).split('\n')
  expect(lines.find((line) => line.includes('a space'))).toMatch(/0\.5 \|.*≥ 0\.45 \|.*yes/)
  expect(lines.find((line) => line.includes('events'))).toMatch(/60 \|.*≤ 50 \|.*NO/)
})
