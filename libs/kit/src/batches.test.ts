import { expect, test } from '@jest/globals'
import { batched } from './batches.ts'

test('batches hold what fits by number and bytes, in order, and an item too large comes alone', async () => {
  const batches: number[][] = []
  for await (const one of batched([1, 2, 9, 1, 1, 1, 1], { items: 3, bytes: 4 }, (size) => size)) batches.push(one)
  expect(batches).toEqual([[1, 2], [9], [1, 1, 1], [1]])
})
