import { expect, test } from '@jest/globals'
import { numberedText } from './answer-sources.ts'

test('notes are numbered in the order in which a reader meets them, and code stays', () => {
  const { markdown, cited } = numberedText('A.[^3] B.[^1] `[^3]` A again.[^3] \\[^1] [^9]', new Set([1, 3, 4]))
  expect(markdown).toBe('A.[^1] B.[^2] `[^3]` A again.[^1] \\[^1] [^9]')
  expect([...cited]).toEqual([3, 1, 4])
})
