import { expect, test } from '@jest/globals'
import { measurePicture } from './dimensions.ts'

test('a picture that is cut off is not measured by the bytes that lie behind it in memory', () => {
  const memory = Buffer.alloc(22)
  memory.set([0, 0, 1, 0])
  memory.write('words of others', 12)
  expect(measurePicture(memory.subarray(0, 4))).toBe(undefined)
})
