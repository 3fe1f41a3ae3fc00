import { expect, test } from '@jest/globals'
import { toDocument } from '@quire/document'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { quotesOf } from './quote.ts'

const word = fc.constantFrom(
  'alpha',
  'beta',
  'gamma',
  'delta',
  'omega_1',
  'v2.3',
  '`code x`',
  '**bold** part',
  'e.g. this',
  '<kbd>gamma</kbd>',
)
const sentence = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 8 }), fc.constantFrom('.', '!', ':', '?', ''))
  .map(([words, end]) => words.join(' ') + end)
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '))
const inlineNoise = fc.constantFrom(
  '[alpha](/pages/p9#x)',
  '[beta](../gone.md)',
  '<span>gamma</span>',
  '![delta](a.png)',
  'alpha[^7]\n\n[^7]: beta note',
  '[`delta`][missing]',
  '<kbd>omega</kbd><br>beta',
)
const block = fc.oneof(
  paragraph,
  inlineNoise,
  fc.array(sentence, { minLength: 1, maxLength: 5 }).map((all) => all.map((one) => `* ${one}`).join('\n')),
  fc
    .array(paragraph, { minLength: 1, maxLength: 5 })
    .map((all) => all.map((one, at) => `${at + 3}. ${one}`).join('\n')),
  fc.array(sentence, { minLength: 1, maxLength: 40 }).map((all) => `\`\`\`sh\n${all.join('\n')}\n\`\`\``),
  fc.array(fc.tuple(word, word), { maxLength: 4 }).map((all) => {
    return ['| alpha | beta |', '| - | - |', ...all.map(([one, other]) => `| ${one} | ${other} |`)].join('\n')
  }),
  paragraph.map((text) => `{% hint style="info" %}\n${text}\n{% endhint %}`),
  paragraph.map((text) => `<details><summary>gamma</summary>\n\n${text}\n\n</details>`),
  paragraph.map((text) => `{% tabs %}\n{% tab title="delta" %}\n${text}\n{% endtab %}\n{% endtabs %}`),
)
const passage = fc.record({
  spaceId: fc.constant('s'),
  pageId: fc.constantFrom('p1', 'p2', 'p3'),
  language: fc.constantFrom(null, 'en', 'de', 'ja', 'not a tag'),
  titles: fc.constant(['Guide', 'Section alpha']),
  markdown: fc.array(block, { minLength: 1, maxLength: 8 }).map((all) => `## Section alpha\n\n${all.join('\n\n')}`),
})
const question = fc.constantFrom('How do I alpha?', 'What is beta?', 'Which default has omega_1?', 'Drop gamma', '…')

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const numberOf = (word: string) => /^\d+$/.test(word)

test('an answer says no word that its section does not say, cites it, and is whole markdown without tags', () => {
  fc.assert(
    fc.property(question, fc.array(passage, { minLength: 1, maxLength: 4 }), (asked, passages) => {
      for (const { passage: number, markdown } of quotesOf(asked, passages).quotes) {
        const { markdown: source, titles } = passages[number - 1] ?? { markdown: '', titles: [] }
        const known = new Set([...wordsOf(source), ...titles.flatMap(wordsOf), 'spaces', 's', 'p1', 'p2', 'p3'])
        // Steps are numbered by the list that they are quoted in.
        const said = wordsOf(markdown.replace(`[^${number}]`, '')).filter((one) => !numberOf(one))
        expect(said.filter((one) => !known.has(one))).toEqual([])
        expect(markdown.replace(/```[\s\S]*?```/g, '')).not.toMatch(/<\/?\w/)
        expect(markdown.split(`[^${number}]`)).toHaveLength(2)
        const read = JSON.stringify(toDocument(`${markdown}\n\n[^${number}]: note`))
        expect(read).toContain('"annotation"')
        expect(read).not.toMatch(/"raw"|"hint"|"expandable"|"tabs"/)
      }
    }),
    { numRuns: runs(40) },
  )
})
