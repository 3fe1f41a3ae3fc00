import { expect, test } from '@jest/globals'
import { subjectOfEdit, subjectWith } from '../src/parts/subjects.ts'
import { en } from '../src/words/general/en.ts'

const edit = (title: string) => `Edit “${title}”`

test.each([
  ['a short title stays whole', 'Springs', 'Edit “Springs”'],
  ['one that just fits does too', 'a'.repeat(93), `Edit “${'a'.repeat(93)}”`],
  ['a longer one ends where the subject has no more room', 'a'.repeat(94), `Edit “${'a'.repeat(92)}…”`],
  ['no character is cut in two', `${'a'.repeat(92)}😀 and more`, `Edit “${'a'.repeat(92)}…”`],
])('in the subject of a change request %s', (_, title, expected) => {
  expect(subjectWith(title, edit)).toBe(expected)
  expect(expected.length).toBeLessThanOrEqual(100)
})

test('a change request is called after the page that it opens, or after the first page that is yet to be written', () => {
  expect([subjectOfEdit('Springs', en), subjectOfEdit(undefined, en)]).toEqual(['Edit “Springs”', 'First page'])
})
