import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openPage } from './browser-page.ts'

let close = () => {}
beforeAll(() => {
  close = openPage(async () => Response.json({}))
})
afterAll(() => close())

const edit = (title: string) => `Edit “${title}”`

test.each([
  ['a short title stays whole', 'Springs', 'Edit “Springs”'],
  ['one that just fits does too', 'a'.repeat(93), `Edit “${'a'.repeat(93)}”`],
  ['a longer one ends where the subject has no more room', 'a'.repeat(94), `Edit “${'a'.repeat(92)}…”`],
  ['no character is cut in two', `${'a'.repeat(92)}😀 and more`, `Edit “${'a'.repeat(92)}…”`],
])('in the subject of a change request %s', async (_, title, expected) => {
  const { subjectWith } = await import('../src/screens/changes/create-change.ts')
  expect(subjectWith(title, edit)).toBe(expected)
  expect(expected.length).toBeLessThanOrEqual(100)
})
