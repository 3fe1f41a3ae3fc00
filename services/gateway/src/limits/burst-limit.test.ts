import { expect, test } from '@jest/globals'
import { createBurstLimit } from './burst-limit.ts'

let now = 100
const clocked = (perSecond: number) => createBurstLimit(perSecond, () => now)
const countExceeding = (exceedsBurst: (caller: string) => boolean, caller: string, times: number) =>
  Array.from({ length: times }, () => exceedsBurst(caller)).filter(Boolean).length

test('a caller alone is never too fast', () => {
  expect(countExceeding(clocked(10), 'eve', 1000)).toBe(0)
})

test('while others call, a caller has a burst, then as much as its rate allows', () => {
  const exceedsBurst = clocked(10)
  exceedsBurst('ada')
  expect(countExceeding(exceedsBurst, 'eve', 100)).toBe(40)
  now += 0.5
  expect(countExceeding(exceedsBurst, 'eve', 100)).toBe(95)
  expect(exceedsBurst('ada')).toBe(false)
})

test('a caller alone again is never too fast, and after a rest it has a burst again', () => {
  const exceedsBurst = clocked(10)
  exceedsBurst('ada')
  countExceeding(exceedsBurst, 'eve', 100)
  now += 1
  exceedsBurst('eve')
  now += 1
  expect(countExceeding(exceedsBurst, 'eve', 100)).toBe(0)
  now += 10
  exceedsBurst('ada')
  expect(countExceeding(exceedsBurst, 'eve', 60)).toBe(0)
})
