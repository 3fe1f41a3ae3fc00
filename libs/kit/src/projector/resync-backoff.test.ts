import { expect, test } from '@jest/globals'
import { createResyncBackoff } from './projector.ts'

let now = 0
const dueOf = () => createResyncBackoff(() => now)

/** Seconds until each next run is due, if every run replaces one that failed at once. */
function waits({ due }: ReturnType<typeof createResyncBackoff>, runs: number): number[] {
  return Array.from({ length: runs }, (_, index) => {
    const wanted = { identity: `run ${index} at ${now}` }
    const start = now
    while (Object.keys(due(wanted)).length === 0) now += 1000
    return (now - start) / 1000
  })
}

test('the first run is asked for at once, each that takes its place after twice as long, five minutes at most', () => {
  expect(waits(dueOf(), 12)).toEqual([0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
})

test('a run that is due stays due, and one owner does not wait for another', () => {
  const backoff = dueOf()
  const { due } = backoff
  waits(backoff, 5)
  const wanted = { identity: 'spoiled', content: 'first' }
  expect(due(wanted)).toEqual({ content: 'first' })
  now += 16_000
  expect(due(wanted)).toEqual(wanted)
  expect(due(wanted)).toEqual(wanted)
})

test('who wanted nothing for ten minutes starts over', () => {
  const backoff = dueOf()
  waits(backoff, 9)
  now += 600_000
  expect(waits(backoff, 2)).toEqual([0, 1])
})

test('who starts over asks for the next run at once', () => {
  const backoff = dueOf()
  waits(backoff, 9)
  backoff.startOver()
  expect(waits(backoff, 2)).toEqual([0, 1])
})
