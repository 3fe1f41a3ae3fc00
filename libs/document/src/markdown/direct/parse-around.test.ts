import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { readCorpus } from '../../../tests/corpus.ts'
import { arbitraryMarkdown } from '../../../tests/markdown.ts'
import { Effort } from '../effort.ts'
import { parse, parseAll, parseAround } from '../parse.ts'
import { Points } from './points.ts'
import { runsIn } from './runs.ts'

const often = { numRuns: runs(150) }
const boundless = () => new Effort(10_000_000)

/** The tree where blocks are read past the parser, and the one that the parser makes of all of the text. */
const both = (text: string) => [parseAround(text, boundless(), parseAll), parseAll(text, boundless())] as const

const piece = fc.constantFrom(
  ...[
    'Some plain words',
    'words: and (more), "too"',
    'é à 漢字 😀',
    'a `code` b',
    '`x` `y`',
    'see [this](a.md#b)',
    'end.',
  ],
  ...[
    '[`code` and words](https://a.b/c?d=e)',
    'a \\(b\\) c',
    '\\*',
    'x\\@y.z',
    'www\\.a.b',
    '%\\}',
    'a_b',
    '_a_',
    '**b**',
    '*',
    '![i](j.png)',
    'hi!',
    'www.a.b',
  ],
  ...[
    'http://a.b',
    'x@y.z',
    '<b>',
    '&amp;',
    '$$',
    '$$a$$',
    '``',
    '`',
    '\\',
    '|',
    '[^1]',
    '[a]',
    '[a]: b',
    ' ',
    '\t',
    '# ',
  ],
  ...['\uFEFF', '\ud83d', '\u2028', '\u00a0', '~', '{% @a/b c="', '%}', ']', '](', '[', '!', '</pre>', '-->', '?>'],
)
const line = fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
const start = fc.constantFrom(
  ...['', '', '', '', '# ', '### ', '* ', '* ', '- ', '1. ', '2) ', '> ', '  ', '    ', '\t', '- [x] ', '[^1]: ', '| '],
  ...['* * ', '  * ', '   ', ':', '+ ', '10. '],
)
const lines = fc.tuple(start, line).map((parts) => parts.join(''))
const whole = fc.constantFrom(
  ...[
    '```',
    '```js',
    '````',
    '~~~',
    '  ```',
    '``` a b',
    '<pre>',
    '</pre>',
    '<script>',
    '<!-- a',
    'a -->',
    '<?php',
    '?>',
  ],
  ...[
    '<!X',
    '<![CDATA[',
    ']]>',
    '<div>',
    '</div>',
    '<a>',
    '<details>',
    '$$',
    '{% hint style="info" %}',
    '{% @a/b c="',
    'd" %}',
  ],
  ...[
    '---',
    '===',
    '***',
    '| - |',
    '|a|b|',
    '| :- | -: |',
    'a | b',
    '- | -',
    '# T\n\n| a | `b` |\n| - | :-: |\n| c |  |',
    '# T\n\n* a\n  * `b`\n  * c',
    '* a',
    '1. a\n   - b',
    '[a]: b',
    '[a]: <',
    '"c"',
    '[^1]: x',
    '   ',
  ],
)
const ends = fc.constantFrom('\n', '\n', '\n', '\n\n', '\n\n', '\n\n', '\n \n', '\n\n\n', ' \n', '  \n')
const written = fc
  .array(fc.tuple(fc.oneof({ weight: 3, arbitrary: lines }, { weight: 1, arbitrary: whole }), ends), { maxLength: 14 })
  .map((all) => all.flat().join(''))
const broken = fc
  .tuple(written, fc.constantFrom('\r', '\r\n', '\0', '\uFEFF'))
  .map(([text, end]) => text.replace('\n', end))

test('what is read past the parser is what the parser reads', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 8, arbitrary: written }, broken, arbitraryMarkdown), (text) => {
      const [around, all] = both(text)
      if (around) expect(around).toEqual(all)
    }),
    often,
  )
})

test.each([
  ['a fence that is longer', '````\n', '\n````'],
  ['HTML that ends where it says so', '<pre>\n', '\n</pre>'],
  ['a comment', '<!--\n', '\n-->'],
  ['a formula', '$$\n', '\n$$'],
  ['a tag of an integration', '{% @a/b c="\n', '\n" %}'],
])('words between empty lines are not taken out of %s', (_what, open, close) => {
  const text = `${open}\n${'words and more words\n\n# more\n\n'.repeat(3)}${close}\n\nwords`
  const [around, all] = both(text)
  expect(around ?? all).toEqual(all)
})

test('most of written documentation is read past the parser, and is the same', async () => {
  let [all, direct] = [0, 0]
  for (const [index, { text }] of (await readCorpus()).entries()) {
    for (const { start, end } of runsIn(text, new Points(text))) direct += end - start
    all += text.length
    if (index % 4 === 0) expect(parse(text)).toEqual(parseAll(text, boundless()))
  }
  expect(direct / all).toBeGreaterThan(0.8)
})

test('a text costs no more where much of it is read past the parser, and not much less', async () => {
  for (const { text } of (await readCorpus()).filter(({ text }) => text.length > 10_000)) {
    const [around, all] = [boundless(), boundless()]
    parseAround(text, around, parseAll)
    parseAll(text, all)
    expect(around.spent / all.spent).toBeGreaterThan(0.3)
    expect(around.spent / all.spent).toBeLessThan(1.1)
  }
})
