import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { mergeText } from './merge-text.ts'

const line = fc.constantFrom('', 'a', 'b', 'c', 'd', 'e', '- f')
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))

test('a side that changed nothing leaves the other side as it is', () => {
  fc.assert(
    fc.property(text, text, (base, other) => {
      expect(mergeText(base, base, other)).toEqual({ text: other, conflict: false })
      expect(mergeText(base, other, base)).toEqual({ text: other, conflict: false })
    }),
  )
})

test('the same edit on both sides is no conflict', () => {
  fc.assert(
    fc.property(text, text, (base, other) => {
      expect(mergeText(base, other, other)).toEqual({ text: other, conflict: false })
    }),
  )
})

test('edits of different lines both survive', () => {
  const base = 'one\ntwo\nthree\nfour\nfive\n'
  const merged = mergeText(base, base.replace('one', 'ONE'), base.replace('five', 'FIVE'))
  expect(merged).toEqual({ text: 'ONE\ntwo\nthree\nfour\nFIVE\n', conflict: false })
})

test('two edits of one line stand between markers, with the lines around them once', () => {
  const merged = mergeText('a\nb\nc\n', 'a\nmain\nc\n', 'a\nrequest\nc\n')
  expect(merged.conflict).toBe(true)
  expect(merged.text).toBe('a\n<<<<<<< main\nmain\n=======\nrequest\n>>>>>>> change request\nc\n')
})

test('no edited line is lost, whatever the two sides did', () => {
  const marked = fc.array(fc.tuple(line, fc.constantFrom('keep', 'main', 'request', 'both')), { maxLength: 30 })
  fc.assert(
    fc.property(marked, (lines) => {
      const side = (who: string) =>
        lines.map(([line, edit], at) => (edit === who || edit === 'both' ? `${who} ${at}` : line)).join('\n')
      const { text } = mergeText(lines.map(([line]) => line).join('\n'), side('main'), side('request'))
      const merged = new Set(text.split('\n'))
      const expected = [...side('main').split('\n'), ...side('request').split('\n')]
      for (const one of expected.filter((one) => /^(main|request) /.test(one))) expect(merged).toContain(one)
    }),
  )
})

test('a long text of repeated lines does not stall the merge', () => {
  const lines = Array.from({ length: 20_000 }, (_, at): string => (at % 2 ? '' : 'x'))
  const edit = (at: number, text: string) => lines.with(at, text).join('\n')
  const { text, conflict } = mergeText(lines.join('\n'), edit(10, 'main'), edit(19_990, 'request'))
  expect(conflict).toBe(false)
  expect(text.split('\n')[10]).toBe('main')
  expect(text.split('\n')[19_990]).toBe('request')
})

test('long edits that meet stand between markers, and nothing around them is lost', () => {
  const lines = Array.from({ length: 1000 }, (_, at): string => (at % 2 ? '' : 'x'))
  const edit = (from: number, to: number, text: string) => lines.toSpliced(from, to - from, text).join('\n')
  const { text, conflict } = mergeText(lines.join('\n'), edit(100, 500, 'main'), edit(400, 600, 'request'))
  expect(conflict).toBe(true)
  const merged = text.split('\n')
  expect(merged.slice(0, 102)).toEqual([...lines.slice(0, 100), '<<<<<<< main', 'main'])
  expect(merged.slice(-402)).toEqual(['request', '>>>>>>> change request', ...lines.slice(600)])
})

test('a text whose lines repeat too often is merged in linear time: it conflicts, and every edit is there', () => {
  const parts = (count: number, edit: (lines: string[], part: number) => void) =>
    Array.from({ length: count }, (_, part) => {
      const lines = Array.from({ length: 280 }, (_, at) => (at % 2 === 0 ? 'a' : ''))
      edit(lines, part)
      return [`part ${part}`, ...lines].join('\n')
    }).join('\n')
  const merged = (count: number) =>
    mergeText(
      parts(count, () => {}),
      parts(count, (lines, part) => lines.splice(20, 1, `main ${part}`) && lines.splice(240, 1, `main ${part}`)),
      parts(count, (lines, part) => lines.splice(130, 1, `request ${part}`)),
    )
  expect(merged(1).conflict).toBe(false)
  const { text, conflict } = merged(200)
  expect(conflict).toBe(true)
  for (const edit of ['main', 'request']) expect(new Set(text.match(new RegExp(`${edit} \\d+`, 'g'))).size).toBe(200)
})
