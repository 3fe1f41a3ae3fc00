import { expect, test } from '@jest/globals'
import { mergeTextCoarsely } from './merge-text.ts'

const lines = (...all: string[]) => all.join('\n')

test('a coarse merge takes edits of two places together', () => {
  const base = lines('a', 'b', 'c', 'd', 'e')
  const merged = mergeTextCoarsely(base, lines('a', 'B', 'c', 'd', 'e'), lines('a', 'b', 'c', 'D', 'e'))
  expect(merged).toEqual({ text: lines('a', 'B', 'c', 'D', 'e'), conflict: false })
})

test('a coarse merge keeps both sides of edits that lie around each other, as a conflict', () => {
  const base = lines('a', 'b', 'c', 'd', 'e')
  const { text, conflict } = mergeTextCoarsely(base, lines('A', 'b', 'c', 'd', 'E'), lines('a', 'b', 'C', 'd', 'e'))
  expect(conflict).toBe(true)
  for (const line of ['A', 'E', 'C', '<<<<<<< main', '>>>>>>> change request']) expect(text.split('\n')).toContain(line)
})
