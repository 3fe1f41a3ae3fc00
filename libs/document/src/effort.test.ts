import { expect, test } from '@jest/globals'
import { readCorpus } from '../tests/corpus.ts'
import { analyse } from './analyse.ts'
import { toDocument } from './document/from-markdown.ts'
import { toMarkdown } from './document/to-markdown.ts'
import { parse } from './parse.ts'

/** 60,000 characters of a piece, again and again. */
const filled = (piece: string, length = 60_000) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

test.each([
  'a\n---\n',
  '- - - a\n',
  'a\n\n',
  '](x)',
  '](\n',
  'x<?a ',
  '<a href="',
  'x<!--a ',
  '- [ ] [a]: b\n',
  '*a _b ',
])('a text that costs more than its length may is refused: %j', (piece) => {
  expect(() => parse(filled(piece))).toThrow(expect.objectContaining({ code: 'too-complex' }))
})

test.each([
  ['a long list', '* fixed **something** of [that](https://a.b/c) by `me`\n'],
  [
    'many lists',
    '## v1\n\n* fixed **something** of [that](https://a.b/c) by `me`\n* and another\n* or a third one\n\n',
  ],
  ['underlined headings', 'Some Heading\n------------\n\nA text that says a bit about this heading.\n\n'],
  ['a table', '| a | b | c |\n| - | - | - |\n| `some_name` | string | What is meant |\n\n'],
  ['links', `${'see [this](http://a.b), '.repeat(100)}\n\n`],
  ['code', '```js\nconst a = b[0] ? c_d * e : `f`\n```\n\n'],
])('a long page of one kind is read: %s', (_kind, piece) => {
  expect(parse(filled(piece, 120_000)).children.length).toBeGreaterThan(0)
})

test('written documentation uses up a quarter of its effort at most', async () => {
  const pages = await readCorpus()
  // Four pages' worth of markup in the length of one, at a length that what is free for all does not carry.
  const dense = pages.map(({ text }) => text.replace(/[a-z]{3,}/g, (word) => word.slice(0, 2))).join('\n\n')
  expect(parse(dense.slice(0, 120_000)).children.length).toBeGreaterThan(0)
})

test('pictures in one piece of HTML are told apart without reading all of it for each', () => {
  const { links } = analyse(`<p>\n${filled('<img src="x">')}`, { title: '' })
  expect(links.length).toBeGreaterThan(4_000)
})

test('a text of nothing but signs can be written', () => {
  const document = toDocument(filled('[', 20_000))
  expect(toDocument(toMarkdown(document))).toEqual(document)
})
