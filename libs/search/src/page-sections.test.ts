import { expect, test } from '@jest/globals'
import { shownAtMost } from './indexable.ts'
import { shownSections } from './page-sections.ts'

const section = (text: string) => ({ id: 'a', title: 'A', text })

test('a text is never cut within a character', () => {
  const { textCharacters } = shownAtMost
  const [shown] = shownSections([section(`${'x'.repeat(textCharacters - 1)}\u{1f600}`)], 'text')
  expect(shown?.text).toBe(`${'x'.repeat(textCharacters - 1)}\ufffd`)
})

test('sections are shown up to their bytes together', () => {
  const long = section('é'.repeat(shownAtMost.textCharacters))
  const most = Math.floor(shownAtMost.bytes / (2 * shownAtMost.textCharacters + 2))
  expect(shownSections(Array(most + 3).fill(long), 'text')).toHaveLength(most)
})
