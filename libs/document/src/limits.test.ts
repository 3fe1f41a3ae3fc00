import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { arbitraryMarkdown as markdown } from '../tests/markdown.ts'
import { analyse } from './analyse.ts'
import { toDocument } from './document/from-markdown.ts'
import { toMarkdown } from './document/to-markdown.ts'
import { DocumentError } from './errors.ts'
import { parseFrontMatter, withFrontMatter } from './front-matter.ts'
import { links } from './links.ts'
import { rewriteLinks } from './rewrite-links.ts'
import { sections } from './sections.ts'
import { parseSummary } from './summary.ts'

const n = 10_000

/** The time that the processor spent on this thread: others that want it too make no difference. */
const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
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
  ['code in ever longer signs', Array.from({ length: 900 }, (_, i) => '`'.repeat(i + 1)).join(' ')],
  ['tags never closed', '<a "'.repeat(n)],
  ['html in html', '<table><tr><td>'.repeat(n)],
  ['elements in a line', `a ${'<b><i>'.repeat(n)}${'</i></b>'.repeat(n)}`],
]

test.each(hostile)('a page would keep the service busy or overflow its stack: %s', (_what, text) => {
  const start = processorMs()
  try {
    toMarkdown(toDocument(text))
    analyse(text, { title: '' })
  } catch (error) {
    expect(error).toMatchObject({ name: 'DocumentError', code: expect.stringMatching(/^too-/) })
  }
  expect(processorMs() - start).toBeLessThan(10_000)
})

const harmless: [string, string][] = [
  ['open brackets', '['.repeat(n)],
  ['pairs of tags', '{% hint %}\n'.repeat(n / 10) + '{% endhint %}\n'.repeat(n / 10)],
  ['tags in lists', `${'{% hint %}\n'.repeat(40)}* ${'{% hint %}\n  '.repeat(40)}* a`],
  ['attributes', `<a ${'x="'.repeat(n)}>`],
  ['html marks', '<sup>'.repeat(n)],
  ['comments', '<!--'.repeat(n)],
  ['a long word in a tag', `{% ${'a'.repeat(n * 10)} %}`],
  ['entities', '&'.repeat(n)],
  ['formulas never closed', '$$\n\n'.repeat(n / 10)],
  ['dollars', '$$a '.repeat(n)],
  ['tables that never end', '<table>\n\n'.repeat(n / 10)],
  ['tables that end far below', `${'<table>\n\n'.repeat(n / 10)}x\n\n</table>`],
  ['expandables', `${'<details><summary>a</summary>\n\n'.repeat(n / 10)}${'</details>\n\n'.repeat(n / 10)}`],
  ['tags of integrations', '{% @a/b c="\n'.repeat(n / 10)],
  [
    'footnotes of footnotes',
    Array.from({ length: 500 }, (_, i) => `[^${i}]: [^${i + 1}] [^${i + 1}] [^${i + 1}]`).join('\n\n'),
  ],
  ['emojis', ':a'.repeat(n)],
  ['null bytes and lone surrogates', 'a\u0000\ud800\udc00\udfff<\u0000b>\n\n| \ud800 |\n| - |\n'.repeat(20)],
]

test.each(harmless)('an odd page would be refused or take seconds: %s', (_what, text) => {
  const start = processorMs()
  toMarkdown(toDocument(text))
  analyse(text, { title: '' })
  expect(processorMs() - start).toBeLessThan(10_000)
})

const runs = { numRuns: 300 }

test('a footnote that a page refers to again and again would multiply it', () => {
  const text = `${'a[^1] '.repeat(5_000)}\n\n[^1]: ${'b'.repeat(5_000)}`
  const document = toDocument(text)
  expect(JSON.stringify(document).length).toBeLessThan(20 * text.length)
  expect(toDocument(toMarkdown(document))).toEqual(document)
})

test('some text would lose or change characters when its links keep their addresses', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      expect(rewriteLinks(text, (link) => link.url)).toBe(text)
      expect(rewriteLinks(text, () => undefined)).toBe(text)
    }),
    runs,
  )
})

test('the sections of some text would not make it up, or share an anchor', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const found = sections(text, { title: 'a' })
      expect(found.map((section) => section.markdown).join('')).toBe(text)
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    }),
    runs,
  )
})

test('a new address would not be what reading the text again finds', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const before = links(text).filter(({ source, syntax }) => source && syntax === 'destination')
      const after = rewriteLinks(text, ({ syntax }) => (syntax === 'destination' ? 'https://new.example/x' : undefined))
      const found = links(after).filter(({ url }) => url === 'https://new.example/x')
      expect(found.length).toBe(before.length)
    }),
    runs,
  )
})

test('some text would fail with anything but a DocumentError', () => {
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
    runs,
  )
})

test('attributes and body would not come back from front matter', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (attributes, body) => {
      const plain: Record<string, unknown> = JSON.parse(JSON.stringify(attributes))
      expect(parseFrontMatter(withFrontMatter(plain, body))).toEqual({ attributes: plain, body })
    }),
    runs,
  )
})
