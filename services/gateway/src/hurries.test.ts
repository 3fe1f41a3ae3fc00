import { expect, test } from '@jest/globals'
import { hurries } from './hurries.ts'

let now = 100
const clocked = (perSecond: number) => hurries(perSecond, () => now)
const tooFast = (isTooFast: (caller: string) => boolean, caller: string, times: number) =>
  Array.from({ length: times }, () => isTooFast(caller)).filter(Boolean).length

test('a caller alone is never too fast', () => {
  expect(tooFast(clocked(10), 'eve', 1000)).toBe(0)
})

test('while others call, a caller has a burst, then as much as its rate allows', () => {
  const isTooFast = clocked(10)
  isTooFast('ada')
  expect(tooFast(isTooFast, 'eve', 100)).toBe(40)
  now += 0.5
  expect(tooFast(isTooFast, 'eve', 100)).toBe(95)
  expect(isTooFast('ada')).toBe(false)
})

test('a caller alone again is never too fast, and after a rest it has a burst again', () => {
  const isTooFast = clocked(10)
  isTooFast('ada')
  tooFast(isTooFast, 'eve', 100)
  now += 1
  isTooFast('eve')
  now += 1
  expect(tooFast(isTooFast, 'eve', 100)).toBe(0)
  now += 10
  isTooFast('ada')
  expect(tooFast(isTooFast, 'eve', 60)).toBe(0)
})
