import { expect, test } from '@jest/globals'
import { markdownLink, mentionOf, withoutLinks } from '../src/parts/markdown-links.ts'
import { compareTexts, hunksOf } from '../src/screens/changes/text-diff.ts'
import { mergeTexts, mergeTitles } from '../src/screens/editor/merge-texts.ts'
import { changesBetween } from '../src/screens/editor/text-changes.ts'

const base = 'one\ntwo\nthree\nfour\n'

test('what two people write in other lines of a page is in the text of both', () => {
  const merged = mergeTexts(base, base.replace('one', 'ONE'), base.replace('four', 'FOUR'))
  expect(merged).toEqual({ text: 'ONE\ntwo\nthree\nFOUR\n', merged: 'clean' })
  expect(mergeTexts(base, base, 'theirs')).toEqual({ text: 'theirs', merged: 'clean' })
  expect(mergeTexts(base, 'own', base)).toEqual({ text: 'own', merged: undefined })
  expect(mergeTexts(base, 'same', 'same')).toEqual({ text: 'same', merged: undefined })
})

test('where both changed the same line, neither version is lost', () => {
  const merged = mergeTexts(base, base.replace('two', 'mine'), base.replace('two', 'theirs'))
  expect(merged).toEqual({ text: 'one\nmine\ntheirs\nthree\nfour\n', merged: 'both' })
})

test('a text becomes another one by changes of what differs alone', () => {
  expect(changesBetween(base, base.replace('two', 'too').replace('four\n', 'four\nfive'))).toEqual([
    { from: 5, to: 6, insert: 'o' },
    { from: 19, to: 19, insert: 'five' },
  ])
  expect(changesBetween(base, base.replace('one\n', ''))).toEqual([{ from: 0, to: 4, insert: '' }])
  expect(changesBetween(base, base)).toEqual([])
})

test('a link has the name of a file or person as it is, and a text without links has it again', () => {
  const name = 'a]b [c](d) <e> `f` \\ *g*.png'
  const link = markdownLink(name, '/files/1')
  expect(link).toBe('[a\\]b \\[c\\](d) \\<e> \\`f\\` \\\\ \\*g\\*.png](/files/1)')
  expect(withoutLinks(`See !${link}.`)).toBe(`See ${name}.`)
  expect(withoutLinks(`Ask ${mentionOf({ id: '1', displayName: 'Ada [A]' })}: x[0](y z)`)).toBe(
    'Ask Ada [A]: x[0](y z)',
  )
})

test('a comparison marks the words that changed in a line, and numbers lines as either text does', () => {
  const lines = compareTexts('a\nOil the spring.\nc\n', 'a\nOil every spring.\nc\nd\n')
  expect(lines.map(({ kind, before, after }) => [kind, before, after])).toEqual([
    ['same', 1, 1],
    ['removed', 2, undefined],
    ['added', undefined, 2],
    ['same', 3, 3],
    ['added', undefined, 4],
  ])
  const marked = (index: number) => lines[index]?.pieces.filter(({ kind }) => kind !== 'same').map(({ text }) => text)
  expect([marked(1), marked(2), marked(4)]).toEqual([['the'], ['every'], []])
})

test('long texts with little in common are compared and merged as a whole, but for what they begin and end with', () => {
  const text = (name: string) => `head\n${Array.from({ length: 2000 }, (_, at) => `${name}${at}\n\n`).join('')}tail\n`
  const lines = compareTexts(text('a'), text('b'))
  const kinds = lines.map(({ kind }) => kind)
  expect([kinds[0], kinds.at(-1), kinds.filter((kind) => kind === 'same').length]).toEqual(['same', 'same', 3])
  const merged = mergeTexts(text('a'), text('b'), text('c'))
  expect(merged).toEqual({ text: text('b').replace('\n\ntail\n', text('c').slice('head'.length)), merged: 'both' })
})

test('what two people write far from each other in a long page is in the text of both', () => {
  const page = Array.from({ length: 3000 }, (_, at) => `Paragraph ${at}.\n`)
  const merged = mergeTexts(
    page.join('\n'),
    page.with(1, 'Mine.\n').join('\n'),
    page.with(2500, 'Theirs.\n').join('\n'),
  )
  expect(merged).toEqual({ text: page.with(1, 'Mine.\n').with(2500, 'Theirs.\n').join('\n'), merged: 'clean' })
})

test('words of lines that have little in common are not marked', () => {
  const words = (name: string) => Array.from({ length: 400 }, (_, at) => `${name}${at}`).join(' ')
  const [removed, added] = compareTexts(`${words('a')}\n`, `${words('b')}\n`)
  const pieces = [removed, added].map((line) => line?.pieces.map(({ kind }) => kind))
  expect(pieces).toEqual([['same'], ['same']])
})

test('lines far from a change are hidden together, and none is lost', () => {
  const text = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n')
  const lines = compareTexts(text, text.replace('line 20', 'other'))
  const hunks = hunksOf(lines)
  expect(hunks.map(({ isHidden, lines }) => [isHidden, lines.length])).toEqual([
    [true, 17],
    [false, 8],
    [true, 16],
  ])
  expect(hunks.flatMap(({ lines }) => lines)).toEqual(lines)
})

test('a title that both have changed stays one’s own, and names that of the others; one that they alone changed is theirs', () => {
  expect(mergeTitles('Install', 'Set up', 'Install')).toEqual({ title: 'Set up' })
  expect(mergeTitles('Install', 'Setup', 'Setup')).toEqual({ title: 'Setup' })
  const other = { title: 'Setup', isReplaced: false }
  expect(mergeTitles('Install', 'Install', 'Setup')).toEqual({ title: 'Setup', other })
  expect(mergeTitles('Install', 'Set up', 'Setup')).toEqual({ title: 'Set up', other: { ...other, isReplaced: true } })
  // A page without a title is not sent, so that it replaces none.
  expect(mergeTitles('Install', ' ', 'Setup')).toEqual({ title: ' ', other })
})
