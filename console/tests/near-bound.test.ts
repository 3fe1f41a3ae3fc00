import { expect, test } from '@jest/globals'
import { isNearBound } from '../src/parts/near-bound.ts'

test.each([
  [50, 45],
  [128, 116],
  [16, 11],
  [1000, 900],
])('of %d characters, a field says from %d on how many are used', (most, first) => {
  const near = Array.from({ length: most + 1 }, (_, length) => length).filter((length) => isNearBound(length, most))
  expect([near[0], near.at(-1), near.length]).toEqual([first, most, most - first + 1])
})
