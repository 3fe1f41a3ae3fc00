import { expect, test } from '@jest/globals'
import { generatedFiles, nameOf } from './accept.ts'
import { excerptOf } from './excerpts.ts'

test.each(generatedFiles().map((one) => [nameOf(one), one] as const))(
  '%s is what the code says: where this fails, run `npm run accept` and commit the file',
  (_, { present, wanted }) => {
    expect(present).toBe(wanted)
  },
)

const source = `
/** One. */
export const one = table({
  // Inner.
  two: {
    three: 3,
  },
})

test('four goes on', () => {
  five()
})
`

test.each([
  ['one', '/** One. */\nexport const one = table({\n  // Inner.\n  two: {\n    three: 3,\n  },\n})'],
  ['two', '// Inner.\ntwo: {\n  three: 3,\n},'],
  ['three', 'three: 3,'],
  ['four goes on', "test('four goes on', () => {\n  five()\n})"],
])('an excerpt of %s is whole lines at the left margin, with the comment above', (name, text) => {
  expect(excerptOf(source, 'a.ts', name)).toBe(text)
})

test('an excerpt of what is not there, or there twice, is none', () => {
  expect(() => excerptOf(source, 'a.ts', 'six')).toThrow('a.ts declares 0 things called six')
  expect(() => excerptOf(source + source.replaceAll('one', 'other'), 'a.ts', 'two')).toThrow('2 things called two')
})
