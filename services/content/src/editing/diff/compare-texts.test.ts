import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { compareTexts } from './compare-texts.ts'

type Part = ReturnType<typeof compareTexts>['parts'][number]
type Line = Extract<Part, { type: 'changed' }>['removed'][number]

/** A line with what changed in brackets. */
const marked = (line: Line) => line.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')
const shown = (part: Part): unknown =>
  part.type === 'changed'
    ? { at: [part.before, part.after], removed: part.removed.map(marked), added: part.added.map(marked) }
    : part.lines
const compared = (before: string, after: string, context = 3) => compareTexts(before, after, context).parts.map(shown)

test('lines that differ are compared by words', () => {
  expect(compared('# One\n\nThe quick brown fox.\n\nEnd\n', '# One\n\nThe slow brown fox!\n\nEnd\n')).toEqual([
    ['# One', ''],
    { at: [3, 3], removed: ['The [quick] brown fox[.]'], added: ['The [slow] brown fox[!]'] },
    ['', 'End'],
  ])
})

test('lines far from a change are counted', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `Line ${index}`)
  const after = lines.with(20, 'Changed').join('\n')
  expect(compared(lines.join('\n'), after, 1)).toEqual([
    19,
    ['Line 19'],
    { at: [21, 21], removed: ['[Line 20]'], added: ['[Changed]'] },
    ['Line 21'],
    18,
  ])
  expect(compared(after, after)).toEqual([40])
})

test('a text that is new, gone or empty has lines on one side alone', () => {
  expect(compared('', 'One\n\nTwo\n')).toEqual([{ at: [1, 1], removed: [], added: ['[One]', '', '[Two]'] }])
  expect(compared('One\n', '')).toEqual([{ at: [1, 1], removed: ['[One]'], added: [] }])
  expect(compared('', '')).toEqual([])
})

test('lines that occur often are aligned between those that occur once', () => {
  expect(compared('a\n\nb\n\nc\n', 'a\n\nx\n\nb\n\nc\n', 0)).toEqual([
    2,
    { at: [3, 3], removed: [], added: ['[x]', ''] },
    3,
  ])
})

const text = fc.array(fc.constantFrom('', 'a b c', 'b', 'the the the', '漢字かな', 'x y'), { maxLength: 30 })

test('both texts can be read from the parts', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const lines = (all: string[]) => (all.join('\n') === '' ? [] : all.join('\n').replace(/\n$/, '').split('\n'))
      // Of texts with the same lines, of which one may lack the last line's end, only the number of lines is told.
      fc.pre(JSON.stringify(lines(one)) !== JSON.stringify(lines(other)))
      const { parts } = compareTexts(one.join('\n'), other.join('\n'), 1000)
      const side = (name: 'removed' | 'added') =>
        parts.flatMap((part) =>
          part.type === 'equal'
            ? part.lines
            : part.type === 'changed'
              ? part[name].map((line) => line.map((span) => span.text).join(''))
              : ['omitted'],
        )
      expect(side('removed')).toEqual(lines(one))
      expect(side('added')).toEqual(lines(other))
    }),
    { numRuns: runs(100) },
  )
})

test('two long lines that differ by too much are changed as a whole', () => {
  const words = (seed: number) => Array.from({ length: 60_000 }, (_, index) => (index * seed) % 7919).join(' ')
  const { parts, isComplete } = compareTexts(words(31), words(37), 3)
  expect([parts.length, isComplete]).toEqual([1, false])
})
