import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { arbitraryMarkdown as markdown } from '../../tests/markdown.ts'
import { toDocument } from '../document/from-markdown.ts'
import { toMarkdown } from '../document/to-markdown.ts'
import { parseFrontMatter, withFrontMatter } from '../page/front-matter.ts'
import { links } from '../page/links.ts'
import { rewriteLinks } from '../page/rewrite-links.ts'
import { analyse, sections } from '../page/sections.ts'
import { parseSummary } from '../page/summary.ts'
import { Effort } from './effort.ts'
import { DocumentError } from './errors.ts'
import { pageLimits } from './limits.ts'
import { parse } from './parse.ts'

/** The repetitions of a piece: enough for quadratic growth to show. */
const n = 2_000

/** The effort of parsing a text. */
function spent(text: string): number {
  const effort = new Effort(text.length)
  parse(text, pageLimits, effort)
  return effort.spent
}

const hostile: [string, string][] = [
  ['quotes', '>'.repeat(n)],
  ['quotes with spaces', '> '.repeat(n)],
  ['lists in a line', `${'* '.repeat(n)}a`],
  ['ordered lists in a line', `${'1. '.repeat(n)}a`],
  ['lists by indentation', Array.from({ length: 400 }, (_, i) => `${' '.repeat(i * 2)}* a`).join('\n')],
  ['brackets', `${'['.repeat(n)}a${']'.repeat(n)}`],
  ['links in links', '['.repeat(n) + '](b)'.repeat(n)],
  ['emphasis', `${'*'.repeat(n)}a${'*'.repeat(n)}`],
  ['closers of emphasis', 'a** b_ '.repeat(n * 4)],
  ['lazy lines', `> a\n${'a\n'.repeat(n * 2)}`],
  ['too much', 'a'.repeat(256_001)],
  ['code in ever longer signs', Array.from({ length: 600 }, (_, i) => '`'.repeat(i + 1)).join(' ')],
  ['tags never closed', '<a "'.repeat(n)],
  ['html in html', '<table><tr><td>'.repeat(n)],
  ['elements in a line', `a ${'<b><i>'.repeat(n)}${'</i></b>'.repeat(n)}`],
]

test.each(hostile)(
  'a page that would keep the service busy or overflow its stack is refused, or read in time: %s',
  (_what, text) => {
    try {
      toMarkdown(toDocument(text))
      analyse(text, { title: '' })
    } catch (error) {
      expect(error).toMatchObject({ name: 'DocumentError', code: expect.stringMatching(/^too-/) })
    }
  },
)

const harmless: [string, (n: number) => string][] = [
  ['open brackets', (n) => '['.repeat(n)],
  ['pairs of tags', (n) => '{% hint %}\n'.repeat(n / 10) + '{% endhint %}\n'.repeat(n / 10)],
  ['tags in lists', (n) => `${'{% hint %}\n'.repeat(n / 50)}* ${'{% hint %}\n  '.repeat(n / 50)}* a`],
  ['attributes', (n) => `<a ${'x="'.repeat(n)}>`],
  ['html marks', (n) => '<sup>'.repeat(n)],
  ['comments', (n) => '<!--'.repeat(n)],
  ['a long word in a tag', (n) => `{% ${'a'.repeat(n * 10)} %}`],
  ['entities', (n) => '&'.repeat(n)],
  ['formulas never closed', (n) => '$$\n\n'.repeat(n / 10)],
  ['dollars', (n) => '$$a '.repeat(n)],
  ['tables that never end', (n) => '<table>\n\n'.repeat(n / 10)],
  ['tables that end far below', (n) => `${'<table>\n\n'.repeat(n / 10)}x\n\n</table>`],
  ['expandables', (n) => `${'<details><summary>a</summary>\n\n'.repeat(n / 10)}${'</details>\n\n'.repeat(n / 10)}`],
  ['tags of integrations', (n) => '{% @a/b c="\n'.repeat(n / 10)],
  [
    'footnotes of footnotes',
    (n) => Array.from({ length: n / 20 }, (_, i) => `[^${i}]: [^${i + 1}] [^${i + 1}] [^${i + 1}]`).join('\n\n'),
  ],
  ['emojis', (n) => ':a'.repeat(n)],
  [
    'null bytes and lone surrogates',
    (n) => 'a\u0000\ud800\udc00\udfff<\u0000b>\n\n| \ud800 |\n| - |\n'.repeat(n / 100),
  ],
]

test.each(harmless)('an odd page is read, for an effort that grows no faster than it: %s', (_what, make) => {
  const text = make(n)
  toMarkdown(toDocument(text))
  analyse(text, { title: '' })
  expect(spent(make(2 * n)) / spent(text)).toBeLessThan(2.5)
})

const often = { numRuns: runs(40) }

test('a footnote that a page refers to again and again does not multiply it', () => {
  const text = `${'a[^1] '.repeat(1_000)}\n\n[^1]: ${'b'.repeat(5_000)}`
  const document = toDocument(text)
  expect(JSON.stringify(document).length).toBeLessThan(20 * text.length)
  expect(toDocument(toMarkdown(document))).toEqual(document)
})

test('a text whose links keep their addresses is the same', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      expect(rewriteLinks(text, (link) => link.url, links(text))).toBe(text)
      expect(rewriteLinks(text, () => undefined, links(text))).toBe(text)
    }),
    often,
  )
})

test('the sections of any text make it up, each with an anchor of its own', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const found = sections(text, { title: 'a' })
      expect(found.map((section) => section.markdown).join('')).toBe(text)
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    }),
    often,
  )
})

test('a new address is what reading the text again finds', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const before = links(text).filter(({ source, syntax }) => source && syntax === 'destination')
      const after = rewriteLinks(
        text,
        ({ syntax }) => (syntax === 'destination' ? 'https://new.example/x' : undefined),
        links(text),
      )
      const found = links(after).filter(({ url }) => url === 'https://new.example/x')
      expect(found.length).toBe(before.length)
    }),
    often,
  )
})

test('no text fails with anything but a DocumentError', () => {
  const readers = [(text: string) => toMarkdown(toDocument(text)), parseSummary, parseFrontMatter]
  fc.assert(
    fc.property(markdown, (text) => {
      for (const read of readers) {
        try {
          read(text)
        } catch (error) {
          expect(error).toBeInstanceOf(DocumentError)
        }
      }
    }),
    often,
  )
})

test('attributes and body come back from front matter', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (attributes, body) => {
      const plain: Record<string, unknown> = JSON.parse(JSON.stringify(attributes))
      expect(parseFrontMatter(withFrontMatter(plain, body))).toEqual({ attributes: plain, body })
    }),
    often,
  )
})
