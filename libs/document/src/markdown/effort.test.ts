import { expect, test } from '@jest/globals'
import { readCorpus } from '../../tests/corpus.ts'
import { toDocument } from '../document/from-markdown.ts'
import { toMarkdown } from '../document/to-markdown.ts'
import { analyse } from '../page/sections.ts'
import { Effort } from './effort.ts'
import { pageLimits } from './limits.ts'
import { parse } from './parse.ts'

/** Many characters of a piece, again and again. */
const filled = (piece: string, length = 20_000) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
const complex = expect.objectContaining({ code: 'too-complex' })

/** The effort that a text takes. */
function spent(text: string): number {
  const effort = new Effort(text.length)
  parse(text, pageLimits, effort)
  return effort.spent
}

test.each([
  ['lists in a line', '- - - a\n'],
  ['underlines and empty lines', '===\n\n\n'],
  ['the same with ends of lines of another system', '===\r\r\r'],
  ['brackets that nothing opens', '](x)'],
  ['the same on many lines', '](\n'],
  ['an instruction that nothing ends', 'x<?a '],
  ['a comment that nothing ends', 'x<!--a '],
  ['the same among other tags', '<br>x<!--a '],
  ['a title that nothing ends', '[a](b (c '],
  ['definitions in tasks', '- [ ] [a]: b\n'],
  ['emphasis that nothing closes', '*a _b '],
  ['words within a bracket that nothing closes', '[\n*))))'],
])('a text of nothing but %s is refused', (_what, piece) => {
  expect(() => parse(filled(piece, 60_000))).toThrow(complex)
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
  ['tasks', '- [ ] [this](a.md) is to be done by **somebody**\n'],
  ['HTML', 'Press <kbd>a</kbd> <!-- or b --> and <a href="b.md">go on</a>.\n\n'],
])('a long page of one kind is read: %s', (_kind, piece) => {
  // Without what is free for every text, so at any length.
  expect(spent(filled(piece)) / filled(piece).length).toBeLessThan(400)
})

test('effort grows as the text does where a text is accepted', () => {
  const page = '## Title\n\nSome *words* of [a page](b.md), with `code`.\n\n| a | b |\n| - | - |\n| c | d |\n\n'
  expect(spent(page.repeat(120)) / spent(page.repeat(60))).toBeLessThan(2.1)
})

test('documentation may be half as dense again as the densest pages there are, at any length', async () => {
  const pages = (await readCorpus()).map(({ text }) => text).filter((text) => text.length > 1_000)
  const most = Math.max(...pages.map((text) => spent(text) / text.length))
  const length = 250_000
  new Effort(length).spend(1.5 * most * length, 'markup')
  expect(() => new Effort(length).spend(3 * most * length, 'markup')).toThrow(complex)
})

test('a page of expandables that hold much else is refused as a document, and one of honest expandables is read', () => {
  expect(() => toDocument(filled('<details><b>'))).toThrow(complex)
  const honest = filled('<details>\n<summary>a</summary>\n\nb\n\n</details>\n\n')
  expect(toDocument(honest).nodes.length).toBeGreaterThan(300)
})

test('markup that is kept in HTML, level by level, is refused as a document; the same side by side is read', () => {
  const [open, close] = ['<a href="x">**a', 'a**</a>']
  const words = 'a `b` '.repeat(300)
  expect(() => toDocument(`a ${open.repeat(60)}${words}${close.repeat(60)}`)).toThrow(complex)
  expect(toDocument(`a ${`${open} b${close}`.repeat(60)}${words}`).nodes).toHaveLength(1)
})

test('links that share a long address are refused, and links with short ones are read', () => {
  const linked = (address: string) => `[a]: ${address}\n\n${filled('[a] ', 4_000)}`
  expect(() => analyse(linked('x'.repeat(5_000)), { title: '' })).toThrow(
    expect.objectContaining({ code: 'too-large' }),
  )
  expect(() => toDocument(linked('x'.repeat(20_000)))).toThrow(complex)
  expect(analyse(linked('b.md'), { title: '' }).links).toHaveLength(1_000)
})

test('elements for footnotes within each other are read once, however deep', () => {
  const [open, close] = ['<a data-footnote-ref href="#user-content-fn-1">', '</a>']
  const document = toDocument(`a ${open.repeat(40)}:smile:${close.repeat(40)}\n\n[^1]: b`)
  expect(JSON.stringify(document).match(/data-footnote-ref/g)).toHaveLength(40)
})

test('a tag of many addresses is read once for all of them', () => {
  expect(analyse(`{% @a/b ${filled('src="x" ', 80_000)}%}`, { title: '' }).links).toHaveLength(10_000)
})

test('pictures in one piece of HTML are told apart without reading all of it for each', () => {
  const { links } = analyse(`<p>\n${filled('<img src="x">')}`, { title: '' })
  expect(links.length).toBeGreaterThan(1_500)
})

test('a text of nothing but signs can be written', () => {
  const document = toDocument(filled('[', 10_000))
  expect(toDocument(toMarkdown(document))).toEqual(document)
})
