import { expect, test } from '@jest/globals'
import { UsageError } from './options.ts'
import { measurePart, missedTargets, type Part, selectParts, targetTable } from './part.ts'

const part = (measure: Part<undefined>['measure']): Part<undefined> => ({
  name: 'reads',
  targets: [
    { name: 'a space', unit: 'of (c)', min: 0.45 },
    { name: 'events', unit: 'ms', max: 50 },
  ],
  measure,
})
const measured = (space: number, events: number) =>
  measurePart(
    part(async () => ({
      figures: new Map([
        ['a space', space],
        ['events', events],
      ]),
    })),
    undefined,
  )

test('a figure at its bound has reached it', async () => {
  expect(missedTargets([await measured(0.45, 50)])).toEqual([])
})

test('what falls below or exceeds its bound is missed, by name', async () => {
  expect(missedTargets([await measured(0.44, 50)])).toEqual(['a space'])
  expect(missedTargets([await measured(0.5, 50.1)])).toEqual(['events'])
})

test('a part that fails misses all of its goals and says why', async () => {
  const outcome = await measurePart(
    part(() => Promise.reject(new Error('the service is away'))),
    undefined,
  )
  expect(outcome.failure).toBe('the service is away')
  expect(missedTargets([outcome, await measured(1, 1)])).toEqual(['a space', 'events'])
})

test('the table says of each goal whether it was reached', async () => {
  const lines = targetTable([await measured(0.5, 60)]).split('\n')
  expect(lines.find((line) => line.includes('a space'))).toMatch(/0\.5 \|.*≥ 0\.45 \|.*yes/)
  expect(lines.find((line) => line.includes('events'))).toMatch(/60 \|.*≤ 50 \|.*NO/)
})

test('a text selects the parts with it in their name or in that of a workload', () => {
  const parts = [{ name: 'requests', workloads: ['a space'] }, { name: 'events' }]
  expect(selectParts(parts, '')).toEqual(parts)
  expect(selectParts(parts, 'a spa')).toEqual(parts.slice(0, 1))
  expect(selectParts(parts, 'event')).toEqual(parts.slice(1))
})

test('a text that selects no part is refused, and the parts are named', () => {
  const select = () => selectParts([{ name: 'requests' }, { name: 'events' }], 'nothing')
  expect(select).toThrow(UsageError)
  expect(select).toThrow('"requests", "events"')
})
