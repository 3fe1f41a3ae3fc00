import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { excerpt } from './excerpt.ts'

const filler = 'Lorem ipsum dolor sit amet. '.repeat(40)

test('the excerpt shows where the words of the query stand together, not where one stands alone', () => {
  const text = `A buffer first. ${filler}The file buffer plugin stores chunks on disk. ${filler}`
  expect(excerpt(text, 'file buffers', 100)).toContain('The file buffer plugin')
})

test('a text without the words begins at its beginning', () => {
  expect(excerpt(filler, 'prometheus', 40)).toMatch(/^Lorem ipsum/)
})

test('a short text is not cut', () => {
  expect(excerpt('one\n\ttwo\0three', 'two', 40)).toBe('one two three')
})

test('an excerpt is never too long, never ill-formed and has no control characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 2, max: 80 }),
      (text, query, max) => {
        const shown = excerpt(text.repeat(5), query, max)
        expect(shown.length).toBeLessThanOrEqual(max)
        expect(shown.isWellFormed()).toBe(true)
        expect(shown).not.toMatch(/\p{Cc}/u)
      },
    ),
  )
})
