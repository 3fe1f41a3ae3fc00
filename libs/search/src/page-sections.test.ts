import { expect, test } from '@jest/globals'
import { maxStored, truncateSections } from './page-sections.ts'

const section = (text: string) => ({ id: 'a', title: 'A', text })

test('a text is never cut within a character', () => {
  const { textCharacters } = maxStored
  const [stored] = truncateSections([section(`${'x'.repeat(textCharacters - 1)}\u{1f600}`)], 'text')
  expect(stored?.text).toBe(`${'x'.repeat(textCharacters - 1)}\ufffd`)
})

test('sections are shown up to their bytes together', () => {
  const long = section('é'.repeat(maxStored.textCharacters))
  const maxSections = Math.floor(maxStored.bytes / (2 * maxStored.textCharacters + 2))
  expect(truncateSections(Array(maxSections + 3).fill(long), 'text')).toHaveLength(maxSections)
})
